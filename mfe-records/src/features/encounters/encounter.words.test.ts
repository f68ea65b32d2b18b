import { priorityOf } from './encounter.words.ts';

test('[ENC-26][ENC-27] home isolation priority has text and colour for each code, else "not assessed"', () => {
  const shown = ['S', 'A', 'UR', 'R', 'U', undefined].map((priority) =>
    priorityOf({ kind: 'F0H', ...(priority === undefined ? {} : { priority }) }),
  );
  expect(shown.map((one) => one?.key.replace('enc.priority.', ''))).toEqual(['S', 'A', 'UR', 'R', 'none', 'none']);
  expect(shown.map((one) => one?.tone)).toEqual(['danger', 'warning', 'info', 'info', 'success', 'info']);
  expect(priorityOf({ kind: 'SS', priority: 'S' })).toBeUndefined();
});
