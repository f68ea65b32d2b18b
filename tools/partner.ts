import { parseArgs } from 'node:util';
import { readConfig } from '../backend/src/kit/config.ts';
import { embeddableIn } from '../backend/src/access/partner-scope.ts';
import { openReleases } from '../backend/src/releases/releases.ts';
import { createLogger } from '../backend/src/kit/logger.ts';
import { runningDatabase } from '../backend/src/app/running-database.ts';
import { disablePartner, listPartners, readPartner, registerPartner } from '../backend/src/identity/partners.ts';

const USAGE = `pnpm run partner <add | disable | list>

Partners whose pages show a module of the record to people who have agreed, in the database of the running product (docs/module-guide.md).

  add <id> --name "Phòng khám" --origin https://clinic.example --redirect https://clinic.example/linked --module mfe-vitals
           registers a partner, or changes it, and prints its new secret once; --origin, --redirect and --module may be given several times
  disable <id>    shuts it out at once
  list`;

const {
  values,
  positionals: [command, id = ''],
} = parseArgs({
  allowPositionals: true,
  options: {
    name: { type: 'string' },
    origin: { type: 'string', multiple: true },
    redirect: { type: 'string', multiple: true },
    module: { type: 'string', multiple: true },
  },
});

/** Runs one command. Returns the text to print; throws Error with a sentence when the command is not possible. */
async function run(): Promise<string> {
  if (command !== 'add' && command !== 'disable' && command !== 'list') return USAGE;
  const config = readConfig();
  const db = await runningDatabase(config);
  try {
    if (command === 'list')
      return (await listPartners(db))
        .map((one) => `${one.id}  ${one.name}  ${one.origins.join(' ')}  ${one.modules.join(' ')}`)
        .join('\n');
    if (command === 'disable')
      return (await disablePartner(db, id)) ? `${id} is shut out.` : `There is no partner ${id}.`;
    const partner = readPartner(
      { id, name: values.name, origins: values.origin, redirectUris: values.redirect, modules: values.module },
      embeddableIn(await openReleases(config, { db, log: createLogger('error') }).registry.offered()),
    );
    return `${id}  ${await registerPartner(db, partner)}`;
  } finally {
    await db.close();
  }
}

try {
  console.log(await run());
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
