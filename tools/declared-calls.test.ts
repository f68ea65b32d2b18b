import { readFileSync } from 'node:fs';
import path from 'node:path';
import { MODULES, ROOT } from './workspace.ts';

const callsOf = (name: string): readonly string[] =>
  (JSON.parse(readFileSync(path.join(ROOT, name, 'module.json'), 'utf8')) as { calls: readonly string[] }).calls;

// a module can send what it declares and nothing else (ARCH-03)
test("[CLI-09] what the documents only name is read from the record server's lists", () => {
  const lists = {
    'mfe-booking': ['/Patient/:id/Appointment'],
    'mfe-records': ['/Patient/:id/Encounter', '/Task', '/Patient/:id/Condition', '/Patient/:id/Coverage'],
    'mfe-devices': ['/Device'],
    'mfe-vitals': ['/Device'],
  };
  for (const [name, paths] of Object.entries(lists))
    expect(callsOf(name)).toEqual(expect.arrayContaining(paths.map((list) => `GET fhir ${list}`)));
  const elsewhere = MODULES.flatMap((name) =>
    callsOf(name)
      .filter((call) => /^GET (?:phr|admin) .*(?:appointment|encounter|device|link-profile)/i.test(call))
      .map((call) => `${name}: ${call}`),
  );
  expect(elsewhere).toEqual([]);
});
