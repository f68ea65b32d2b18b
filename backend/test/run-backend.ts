// Starts a backend from the environment, prints "ready" and runs until it gets a signal.
import * as module from 'node:module';
import { readConfig } from '../src/kit/config.ts';
import { runUntilSignal, startProduct } from '../src/app/main.ts';

const config = readConfig();
const product = await startProduct(config);
// a killed process does not write its cache at the end, and its next start would compile everything again
module.flushCompileCache();
console.log('ready');
runUntilSignal(product, config);
