import { readGoal } from './goal.entity.ts';

test('a goal has an id and words; anything else is none', () => {
  expect(readGoal({ resourceType: 'Goal', id: '1', description: { text: 'Đi bộ mỗi ngày' } })).toEqual({
    id: '1',
    words: 'Đi bộ mỗi ngày',
  });
  expect(readGoal({ resourceType: 'Goal', id: '1' })).toBeUndefined();
  expect(readGoal(null)).toBeUndefined();
});
