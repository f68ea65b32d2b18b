import { manifestOf, MODULES } from './workspace.ts';

// a module can send only the calls that it declares (ARCH-03)
test("[CLI-09] what the documents only name is read from the record server's lists", () => {
  const lists = {
    'mfe-booking': ['/Patient/:id/Appointment'],
    'mfe-records': ['/Patient/:id/Encounter', '/Task', '/Patient/:id/Condition', '/Patient/:id/Coverage'],
    'mfe-devices': ['/Device'],
    'mfe-vitals': ['/Device'],
  };
  for (const [name, paths] of Object.entries(lists))
    expect(manifestOf(name).calls).toEqual(expect.arrayContaining(paths.map((list) => `GET fhir ${list}`)));
  const elsewhere = MODULES.flatMap((name) =>
    manifestOf(name)
      .calls.filter((call) => /^GET (?:phr|admin) .*(?:appointment|encounter|device|link-profile)/i.test(call))
      .map((call) => `${name}: ${call}`),
  );
  expect(elsewhere).toEqual([]);
});
