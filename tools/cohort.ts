import { runningDatabase } from '../backend/src/app/running-database.ts';
import { joinCohort, leaveCohort, listCohorts } from '../backend/src/identity/cohorts.ts';
import { readConfig } from '../backend/src/kit/config.ts';

const USAGE = `pnpm run cohort <add | remove | list>

Groups of people who get a release before others, in the database of the running product: staff, beta, team:<id>. Their next access token names them.

  add <cohort> <number>      the account that has proven the number
  remove <cohort> <number>
  list`;

/** Runs one command. Returns the text to print; throws Error with a sentence when the command is not possible. */
async function run([command, cohort = '', number = '']: readonly string[]): Promise<string> {
  if (command !== 'add' && command !== 'remove' && command !== 'list') return USAGE;
  const db = await runningDatabase(readConfig());
  try {
    if (command === 'list')
      return (await listCohorts(db)).map((one) => `${one.cohort}  ${one.numbers.join(' ')}`).join('\n');
    if (command === 'remove')
      return (await leaveCohort(db, cohort, number))
        ? `${number} has left ${cohort}.`
        : `${number} is not in ${cohort}.`;
    await joinCohort(db, cohort, number);
    return `${number} is in ${cohort}.`;
  } finally {
    await db.close();
  }
}

try {
  console.log(await run(process.argv.slice(2)));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
