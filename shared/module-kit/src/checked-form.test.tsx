import { mergedForm, textsOf } from './checked-form.tsx';

test("what was typed stays, what was left alone is the new version's", () => {
  expect(
    mergedForm(
      { name: 'AN', phone: '1', email: 'a@b.vn' },
      { name: 'AN BÌNH', phone: '1', email: '' },
      { name: 'ÂN', phone: '2', email: 'c@d.vn' },
    ),
  ).toEqual({ name: 'AN BÌNH', phone: '2', email: '' });
  expect(mergedForm({ files: ['a'] }, { files: ['a'] }, { files: ['b'] })).toEqual({ files: ['b'] });
});

test('a kept draft gives the texts of the fields that the form has, and anything else is no form', () => {
  expect(textsOf({ name: 'AN', age: 5, gone: 'x' }, { name: '', age: '' })).toEqual({ name: 'AN', age: '' });
  expect(textsOf('AN', { name: '' })).toBeUndefined();
});
