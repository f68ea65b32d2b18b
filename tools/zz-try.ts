import { readdirSync, readFileSync } from 'node:fs';
import { planImport, readFile } from '../shared/fhir/src/import-plan.ts';
for (const f of readdirSync('/work/shared/data/records').sort()) {
  const r = readFile(readFileSync('/work/shared/data/records/' + f, 'utf8'));
  if ('reason' in r) { console.log(f, 'REFUSED', r.reason); continue; }
  const p = planImport(r.json, { patientId: 'p1' });
  if (p.kind === 'refused') console.log(f, 'REFUSED', p.reason, p.where.slice(0, 4), p.notes.slice(0, 2));
  else console.log(f, p.transactions.map((t) => t.length), 'skip', p.skipped.length, JSON.stringify(p.skipped.slice(0, 2)), 'chg', JSON.stringify(p.changed.slice(0, 3)));
}
