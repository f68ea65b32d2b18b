import { mergedTexts } from './form.ts';

test('what was typed stays, what was left alone is the new version\'s', () => {
  expect(mergedTexts({ name: 'AN', phone: '1', email: 'a@b.vn' }, { name: 'AN BÌNH', phone: '1', email: '' }, { name: 'ÂN', phone: '2', email: 'c@d.vn' }))
    .toEqual({ name: 'AN BÌNH', phone: '2', email: '' });
});
