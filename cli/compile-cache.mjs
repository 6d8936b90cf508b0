import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

// Most of the time of a short command goes into reading its code: what one has read, the next one finds ready. Here,
// and not in the folder for temporary files, where anybody on the machine might put other code in its place.
enableCompileCache(join(import.meta.dirname, '..', 'node_modules', '.cache', 'compiled'));
