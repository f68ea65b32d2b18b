#!/usr/bin/env node
// npm create phr-module <name> -- --vi "Mục tiêu" --en "Goals" [--sdk <range, or folder of tarballs>] [--registry
// <URL>]
import path from 'node:path';
import { parseArgs } from 'node:util';
import { createModule } from './create-module.ts';

const HELP =
  'usage: create-phr-module <name, such as goals> --vi "Mục tiêu" --en "Goals" [--sdk <range | folder of tarballs>] [--registry <address>]';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { vi: { type: 'string' }, en: { type: 'string' }, sdk: { type: 'string' }, registry: { type: 'string' } },
});
const [name] = positionals;
if (name === undefined || !/^[a-z][a-z0-9-]{1,30}$/.test(name) || values.vi === undefined || values.en === undefined) {
  console.error(HELP);
  process.exit(2);
}
try {
  const { vi, en, sdk, registry } = values;
  const dir = await createModule({ folder: path.resolve(name), name, vi, en, sdk, registry });
  console.log(`${dir}\nnext: cd ${name}, npm install, npm run check, npm start`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
