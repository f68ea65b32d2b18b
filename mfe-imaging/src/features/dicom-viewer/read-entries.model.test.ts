import { LoadError } from '../../files/load-problem.ts';
import { fakeDataSet } from './fake-data-set.test-support.ts';
import { problemOfAll, readEntries } from './read-entries.model.ts';
import { readSlice } from './slice.model.ts';

const options = () => ({ stop: new AbortController().signal, onProgress: () => undefined });
const unreadable = async () => {
  throw new LoadError('broken');
};
const readable = async (address: string, index: number) => [
  { slice: readSlice(fakeDataSet({ x00280010: 8, x00280011: 8 }), `picture ${index}`, 1), address },
];

test('[IMG-16] files that cannot be parsed give a study without pictures, and say why', async () => {
  const entries = await readEntries(['a', 'b'], unreadable, options());
  expect(entries).toEqual([{ problem: 'broken' }, { problem: 'broken' }]);
  expect(problemOfAll({ entries })).toBe('broken');
  expect(problemOfAll({ entries: [] })).toBe('missing');
});

test('one file that cannot be parsed leaves the others usable, and stands behind them', async () => {
  const entries = await readEntries(
    ['a', 'b'],
    (address, index) => (index === 0 ? unreadable() : readable(address, index)),
    options(),
  );
  expect(entries).toEqual([
    expect.objectContaining({ address: 'b', slice: expect.objectContaining({ imageId: 'picture 1' }) }),
    { problem: 'broken' },
  ]);
  expect(problemOfAll({ entries })).toBeUndefined();
});

test('a reading that was stopped is no study', async () => {
  const abort = new AbortController();
  abort.abort();
  await expect(
    readEntries(['a'], unreadable, { stop: abort.signal, onProgress: () => undefined }),
  ).rejects.toMatchObject({ problem: 'stopped' });
});
