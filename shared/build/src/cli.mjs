#!/usr/bin/env node
// webpack's command line as installed here: a package needs @phr/build and nothing else to build and serve itself.
import { createRequire } from 'node:module';

createRequire(import.meta.url)('webpack-cli/bin/cli.js');
