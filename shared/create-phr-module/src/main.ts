#!/usr/bin/env node
// npm create phr-module <name> -- --vi "Mục tiêu" --en "Goals" [--sdk <range, or folder of tarballs>]
import path from 'node:path';
import { parseArgs } from 'node:util';
import { createModule } from './create-module.ts';

const HELP =
  'usage: create-phr-module <name, such as goals> --vi "Mục tiêu" --en "Goals" [--sdk <range | folder of tarballs>]';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { vi: { type: 'string' }, en: { type: 'string' }, sdk: { type: 'string' } },
});
const [name] = positionals;
if (name === undefined || !/^[a-z][a-z0-9-]{1,30}$/.test(name) || values.vi === undefined || values.en === undefined) {
  console.error(HELP);
  process.exit(2);
}
try {
  const dir = await createModule({ folder: path.resolve(name), name, vi: values.vi, en: values.en, sdk: values.sdk });
  console.log(`${dir}\nnext: cd ${name}, npm install, npm run check, npm start`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
