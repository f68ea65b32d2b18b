import { indexed, matching } from './match.model.ts';

const index = (...titles: readonly (string | readonly [string, ...string[]])[]) =>
  titles.map((one) => {
    const [title, ...words] = typeof one === 'string' ? [one] : one;
    return indexed(title, title ?? '', words);
  });

test('[UX-40] the order: same accents, words that begin so, synonyms, words that hold it', () => {
  const found = index('Sổ đường', 'Đái tháo đường típ 2', 'Tiếu dương', 'Tiểu đường thai kỳ');
  expect(matching(found, 'tiểu đường')).toEqual(['Tiểu đường thai kỳ', 'Tiếu dương', 'Đái tháo đường típ 2']);
  expect(matching(index('Amlodipin', 'Dipirona'), 'dip')).toEqual(['Dipirona', 'Amlodipin']);
});

test('[UX-40] all typed words are needed, in any order, whole or begun, whatever their case', () => {
  const found = index('Tổng phân tích nước tiểu', 'Nước mắt');
  expect(matching(found, 'NUOC tieu')).toEqual(['Tổng phân tích nước tiểu']);
  expect(matching(found, 'tieu phan n')).toEqual(['Tổng phân tích nước tiểu']);
  expect(matching(found, '  ')).toEqual([]);
});

test.each([
  ['tiểu đường', 'Đái tháo đường'],
  ['dai thao duong', 'Tiểu đường típ 2'],
  ['E11', 'Tiểu đường típ 2'],
  ['hgb', 'Huyết sắc tố'],
  ['bhyt', 'Thẻ bảo hiểm'],
  ['con toi', 'Sức khỏe gia đình'],
  ['in ho so', 'Tóm tắt cho bác sĩ'],
  ['blood pressure', 'Thêm huyết áp'],
  ['blood pres', 'Huyết áp'],
  ['nong do oxy', 'SpO2'],
])('a search for %s finds %s', (typed, title) => {
  expect(matching(index('Khác', title), typed)).toEqual([title]);
});

test('a synonym may be a code of an entry, stands beside other words, and is a whole word', () => {
  const found = index(['Bệnh nội tiết', 'E11.9'], 'Thêm huyết áp', 'NGUYỄN THỊ HẠNH', 'Huyết áp');
  expect(matching(found, 'tieu duong')).toEqual(['Bệnh nội tiết']);
  expect(matching(found, 'them blood pressure')).toEqual(['Thêm huyết áp']);
  expect(matching(found, 'huyet ap')).toEqual(['Thêm huyết áp', 'Huyết áp']);
});
