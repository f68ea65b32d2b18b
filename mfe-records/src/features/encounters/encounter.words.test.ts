import { readEncounter } from './encounter.entity.ts';
import { codeOf, priorityOf } from './encounter.words.ts';

test('[ENC-26][ENC-27] home isolation priority has text and colour for each code, else "not assessed"', () => {
  const shown = ['S', 'A', 'UR', 'R', 'U', undefined].map((priority) =>
    priorityOf({ kind: 'F0H', ...(priority === undefined ? {} : { priority }) }),
  );
  expect(shown.map((one) => one?.key.replace('enc.priority.', ''))).toEqual(['S', 'A', 'UR', 'R', 'none', 'none']);
  expect(shown.map((one) => one?.tone)).toEqual(['danger', 'warning', 'info', 'info', 'success', 'info']);
  expect(priorityOf({ kind: 'SS', priority: 'S' })).toBeUndefined();
});

test('visits of one import have different codes to read out; an own record number comes first', () => {
  const codes = ['01a223f1-0000-7000-8000-0000000000a1', '01a223f1-0000-7000-8000-0000000000b2'].map((id) => {
    const encounter = readEncounter({ resourceType: 'Encounter', id }, 'vi-VN');
    return encounter && codeOf(encounter);
  });
  expect(codes).toEqual(['000000A1', '000000B2']);
  const numbered = readEncounter(
    { resourceType: 'Encounter', id: 'e', identifier: [{ type: { coding: [{ code: 'MR' }] }, value: 'BA-7' }] },
    'vi-VN',
  );
  expect(numbered && codeOf(numbered)).toBe('BA-7');
});
