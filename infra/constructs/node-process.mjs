// What packages take of `node:process`. Imported itself, it would make all that Node can say of a process, streams and flags
// included, at each start; the object that is there anyway makes what is asked for.
export const { env, versions } = process;
