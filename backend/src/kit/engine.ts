import { setFlagsFromString } from 'node:v8';

// One large bundle teaches the engine to give all later ones a place among long-lived objects, where they stay until the next full collection:
// every transaction after it then costs a quarter more (ADR 0007).
setFlagsFromString('--no-allocation-site-pretenuring');
