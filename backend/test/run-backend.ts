// Starts a backend from the environment, prints "ready" and runs until a signal comes.
import * as module from 'node:module';
import { readConfig } from '../src/config.ts';
import { startBackend } from '../src/main.ts';

const backend = await startBackend(readConfig());
// one that is killed writes nothing at its end, and the next start of it would compile all anew
module.flushCompileCache();
console.log('ready');
process.once('SIGTERM', () => { void backend.stop().then(() => process.exit(0)); });
