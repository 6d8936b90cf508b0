import { meaning } from './meaning.ts';

process.stdout.write(JSON.stringify(await meaning()));
