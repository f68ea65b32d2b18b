import { checkPaper, EMPTY, paperDraft } from './paper-form.model.ts';

const DONE = { isBusy: false, hasFailed: false };
const picture = { path: 'papers/a.png', url: '', extension: 'png', size: 9, uid: 'u', name: 'a.png' };
const faults = (...asked: Parameters<typeof checkPaper>) => {
  const read = checkPaper(...asked);
  return read.ok ? [] : read.faults.map(({ message }) => message);
};

test('a paper has a name and a picture, and none is saved while a picture is on its way or was lost', () => {
  expect(faults(EMPTY, DONE)).toEqual(['paper.err.name', 'paper.err.none']);
  const whole = { name: ' Giấy ra viện ', papers: [picture] };
  expect(checkPaper(whole, DONE)).toEqual({ ok: true, entry: { name: 'Giấy ra viện', papers: [picture] } });
  expect(faults(whole, { ...DONE, isBusy: true })).toEqual(['enc.err.waitUpload']);
  expect(faults({ ...whole, papers: [] }, { ...DONE, hasFailed: true })).toEqual(['upload.notUploaded']);
});

test('a draft keeps the pictures that are in the storage', () => {
  expect(paperDraft({ name: 'Giấy', papers: [picture, { name: 'lost' }] }, EMPTY)).toEqual({
    name: 'Giấy',
    papers: [picture],
  });
});
