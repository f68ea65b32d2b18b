import { commandOf, HINT_MS, TOOLS } from './tools.port.ts';
import { ZOOM } from './zoom.model.ts';

const key = (name: string, held: object = {}) =>
  commandOf({ key: name, ctrlKey: false, metaKey: false, altKey: false, ...held });

test('the tools are zoom and pan, window level, draw and scroll', () =>
  expect(TOOLS.map(({ tool }) => tool)).toEqual(['zoomPan', 'windowLevel', 'draw', 'scroll']));
test('one step of zoom is 0.2', () => expect(ZOOM.step).toBe(0.2));
test('hints stay three seconds', () => expect(HINT_MS).toBe(3000));

test('keys do what the help says, and leave the browser its own', () => {
  expect(key('+')).toEqual({ do: 'zoom', by: 1 });
  expect(key(']')).toEqual({ do: 'slice', by: 1 });
  expect(key('W')).toEqual({ do: 'tool', tool: 'windowLevel' });
  expect(key('0')).toEqual({ do: 'reset' });
  expect(key('ArrowLeft')).toMatchObject({ do: 'pan', x: 1 });
  expect(key('r', { ctrlKey: true })).toBeUndefined();
  expect(key('Tab')).toBeUndefined();
});
