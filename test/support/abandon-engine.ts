// Starts an engine, says where, and waits to be killed: what happens to the engine then is what a test looks at.
import { startEngine } from '../../local/storage/engine.ts';

const { endpoint } = await startEngine();
process.stdout.write(`${endpoint}\n`);
setInterval(() => {}, 60_000);
