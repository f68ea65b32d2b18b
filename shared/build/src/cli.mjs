#!/usr/bin/env node
// webpack's command line: a package needs no dependency but @phr/build to build and serve itself.
import { createRequire } from 'node:module';

createRequire(import.meta.url)('webpack-cli/bin/cli.js');
