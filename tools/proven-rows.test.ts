import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ProvenRows, rowOfTitle } from './proven-rows.ts';

test('a title that names one row proves it, one that names more or none does not', () => {
  expect(rowOfTitle('[VIT-25] refuses systolic below diastolic')).toBe('VIT-25');
  expect(
    [
      '[VIT-25, VIT-26] two at once',
      '[VIT-25][VIT-26] two beside each other',
      'of [VIT-25] and [VIT-26]',
      'none',
      'a list [1, 2]',
    ].map(rowOfTitle),
  ).toEqual([undefined, undefined, undefined, undefined, undefined]);
});

test('rows of all workers and titles make one list; what an earlier run left is not in it', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'proven-'));
  const [fragments, file] = [path.join(folder, 'fragments'), path.join(folder, 'rows.json')];
  const rows = new ProvenRows();
  const write = (name: string, text: string) => writeFile(path.join(fragments, name), text);
  try {
    await rows.collect(fragments, () => write('1.txt', 'OLD-01\n'));
    const later = new ProvenRows();
    const result = await later.collect(fragments, async () => {
      await Promise.all([write('1.txt', 'VIT-26\nVIT-25\n'), write('2.txt', 'VIT-25\n')]);
      return 'ran';
    });
    expect(result).toBe('ran');
    later.addTitles('[ECG-01] is drawn', '[ECG-02, ECG-03] are drawn');
    later.add('GLU-01', undefined);
    await later.write(file);
    expect(later.count).toBe(4);
    expect(JSON.parse(await readFile(file, 'utf8'))).toEqual(['ECG-01', 'GLU-01', 'VIT-25', 'VIT-26']);
  } finally {
    await rm(folder, { recursive: true });
  }
});
