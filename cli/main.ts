import './compile-cache.mjs';

const { runProcess } = await import('./run-process.ts');

await runProcess();
