#!/usr/bin/env node
import { devPush } from './dev-push.ts';
import { release } from './release.ts';
import { actionsHelp } from './release-actions.ts';
import { Failed } from './failed.ts';
import { build, check, dev } from './work.ts';

const HELP = `phr <command>, in the folder of a module (where its module.json is)
  build [--version X]        builds dist/ as it is released; the version is that of package.json
  check [--version X]        manifest, types, lint where the module has ESLint, tests and build: what a release is asked for
  dev                        the module's own page with a fake record, at the port of webpack.config.js
  dev --in http://localhost:4000 [--port 4290]
                             the module inside a running product that was built for developers (PHR_DEV=1), in one tab
  dev push [--environment staging]
                             builds it and shows it to you alone, signed in to that environment, for a day; with a developer's key
  release <action>           [--environment staging] [--reason "why"], with the action
${actionsHelp().replace(/^/gm, '  ')}
the service: RELEASES_URL, RELEASE_KEY, RELEASE_SIGNING_ID, RELEASE_SIGNING_KEY (PEM, or a file with it)`;

const COMMANDS: Readonly<Record<string, (words: readonly string[]) => Promise<unknown>>> = {
  build,
  check,
  dev: (words) => (words[0] === 'push' ? devPush(words.slice(1)) : dev(words)),
  release,
};

const [command = '', ...words] = process.argv.slice(2);
const run = COMMANDS[command];
if (run === undefined) {
  console.error(HELP);
  process.exit(2);
}
try {
  await run(words);
} catch (error) {
  console.error(error instanceof Failed ? error.message : error);
  process.exit(1);
}
