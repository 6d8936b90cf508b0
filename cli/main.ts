import './compile-cache.mjs';

const { runProcess } = await import('./frame/run-cli.ts');

await runProcess();
