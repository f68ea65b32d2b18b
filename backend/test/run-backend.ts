// Starts a backend from the environment, prints "ready" and runs until a signal comes.
import { readConfig } from '../src/config.ts';
import { startBackend } from '../src/main.ts';

const backend = await startBackend(readConfig());
console.log('ready');
process.once('SIGTERM', () => { void backend.stop().then(() => process.exit(0)); });
