import { isOwnNote, noteLine, noteSignature, notesOf } from './note-words.ts';

const me = { id: 'p1', name: 'TRẦN MINH CHÂU' };
const [mine, doctors, plain, relatives] = notesOf([
  {
    text: 'Hôm đó tôi sốt',
    time: '2026-11-29T07:05:00+07:00',
    authorReference: { reference: 'Patient/p1', display: 'TRẦN MINH CHÂU' },
  },
  { text: 'Lấy máu lúc đói', authorString: 'BS. Phạm Văn Tùng' },
  { text: 'lúc đói' },
  { text: 'Mẹ quên thuốc', authorString: 'TRẦN MINH CHÂU' },
  { time: '2026' },
]);

test('[VIT-53] a note says who wrote it and when, and one’s own that it is one’s own, in both languages', () => {
  if (mine === undefined || doctors === undefined || plain === undefined || relatives === undefined)
    throw new Error('a note is missing');
  expect([mine, doctors, plain, relatives].map((note) => isOwnNote(note, me))).toEqual([true, false, false, true]);
  expect(noteSignature(mine, 'vi-VN', me)).toMatch(/^Bạn ghi, \d\d:05 (28|29|30)\/11\/2026$/);
  expect(noteSignature(mine, 'en-US', me)).toMatch(/^You noted, \d\d:05 /);
  expect(noteSignature(mine, 'vi-VN')).toMatch(/^TRẦN MINH CHÂU ghi, /);
  expect([
    noteSignature(doctors, 'vi-VN', me),
    noteSignature(doctors, 'en-US', me),
    noteSignature(plain, 'vi-VN', me),
  ]).toEqual(['BS. Phạm Văn Tùng ghi', 'BS. Phạm Văn Tùng noted', undefined]);
  expect([noteLine(doctors, 'vi-VN', me), noteLine(plain, 'vi-VN', me)]).toEqual([
    'Lấy máu lúc đói (BS. Phạm Văn Tùng ghi)',
    'lúc đói',
  ]);
});
