// Starts a backend from the environment, prints "ready" and runs until a signal comes.
import * as module from 'node:module';
import { readConfig } from '../src/kit/config.ts';
import { runUntilSignal, startProduct } from '../src/app/main.ts';

const config = readConfig();
const product = await startProduct(config);
// one that is killed writes nothing at its end, and the next start of it would compile all anew
module.flushCompileCache();
console.log('ready');
runUntilSignal(product, config);
