/** What to say where the settings name no admin, and the command that names one. */
export const noAdmin = {
  what: 'No admin is set: no one is notified of guards and failures',
  command: 'npx curfew settings set admins EMAIL',
};
