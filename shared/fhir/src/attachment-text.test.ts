import { attachmentText, bytesOf } from './attachment-text.ts';
import { describe as inWords } from './describe.ts';

test('text inside an attachment is read, also as a line of the document', () => {
  const file = { contentType: 'text/plain; charset=utf-8', data: 'WGluIGNow6Bv' };
  expect(attachmentText(file)).toBe('Xin chào');
  expect(attachmentText({ ...file, contentType: 'text/html' })).toBeUndefined();
  expect(attachmentText({ ...file, contentType: 'application/pdf' })).toBeUndefined();
  expect([attachmentText({ ...file, data: '%%' }), bytesOf('%%')]).toEqual([undefined, undefined]);
  expect(
    inWords({ resourceType: 'DocumentReference', content: [{ attachment: { ...file, title: 'a.txt' } }] }, 'vi-VN')
      .lines,
  ).toEqual([
    { label: 'Tệp', value: 'a.txt (Văn bản)' },
    { label: 'Nội dung', value: 'Xin chào' },
  ]);
});
