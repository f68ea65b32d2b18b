/** @jest-environment ./shared/build/src/jest-browser.cjs */
import type { RouteEntry } from '@phr/contract/registry';
import { createEmbedNavigation, followLinks } from './embed-navigation.ts';

const ORIGIN = 'https://phr.test';
const route = (screen: string, path = `/${screen}`): RouteEntry => ({
  screen,
  path,
  layout: 'app',
  needsMainPatient: true,
});
const OWN = [route('medical-devices'), route('device-details', '/device-details/:id')];
const ALL = [...OWN, route('encounter-details', '/encounter-details/:id')];

function open(own: readonly RouteEntry[] = OWN, start = '/medical-devices') {
  const left: unknown[] = [];
  const navigation = createEmbedNavigation({
    origin: ORIGIN,
    start,
    own,
    all: ALL,
    onLeave: (...told) => {
      left.push(told);
    },
  });
  const place = () => {
    const { pathname, search } = navigation.location.get();
    return pathname + search;
  };
  return { left, navigation, place };
}

test("[ARCH-05] opens the view's own screens in it, and tells the page of others by name and parameters", () => {
  const { left, navigation, place } = open();
  expect(place()).toBe('/medical-devices');
  navigation.go('device-details', { id: 'd 1', tab: 'x' });
  expect(place()).toBe('/device-details/d%201?tab=x');
  navigation.push('/encounter-details/7?linked=h1');
  navigation.go('dashboard');
  navigation.push('https://evil.test/medical-devices');
  expect(place()).toBe('/device-details/d%201?tab=x');
  expect(left).toEqual([
    ['encounter-details', { id: '7', linked: 'h1' }],
    ['dashboard', {}],
    ['medical-devices', {}],
  ]);
  navigation.back('/dashboard');
  expect(place()).toBe('/medical-devices');
  navigation.back('/dashboard');
  expect(place()).toBe('/medical-devices');
  expect(left.at(-1)).toEqual(['dashboard', {}]);
});

test('a view without routes keeps its own query and tells every screen', () => {
  const { left, navigation, place } = open([], '/');
  navigation.replace('/?days=7');
  expect(place()).toBe('/?days=7');
  navigation.go('medical-devices');
  expect(place()).toBe('/?days=7');
  expect(left).toEqual([['medical-devices', {}]]);
});

test("a link has the record's own address; a plain press stays in the view, a new tab is the browser's", () => {
  const { navigation, place } = open();
  expect(navigation.hrefOf('encounter-details', { id: '7' })).toBe('https://phr.test/encounter-details/7');
  document.body.innerHTML = `<div><a href="${navigation.hrefOf('device-details', { id: '1' })}"><b>Máy đo</b></a><a href="https://other.test/">Trang khác</a></div>`;
  const [box, inner, other] = [
    document.querySelector('div'),
    document.querySelector('b'),
    document.querySelectorAll('a')[1],
  ];
  if (!box || !inner || !other) throw new Error('not there');
  followLinks(box, ORIGIN, navigation.push);
  const press = (element: Element, held: MouseEventInit = {}) =>
    !element.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ...held }));
  expect([press(inner, { ctrlKey: true }), press(other)]).toEqual([false, false]);
  expect(place()).toBe('/medical-devices');
  expect(press(inner)).toBe(true);
  expect(place()).toBe('/device-details/1');
});

test('the heading of a new screen gets the focus once, that of the first screen never', () => {
  const { navigation } = open();
  const heading = document.body.appendChild(document.createElement('h2'));
  heading.tabIndex = -1;
  navigation.screenShown({ title: 'a', heading });
  expect(document.activeElement).toBe(document.body);
  navigation.go('device-details', { id: '1' });
  navigation.screenShown({ title: 'b', heading });
  expect(document.activeElement).toBe(heading);
  heading.blur();
  navigation.screenShown({ title: 'b in another language', heading });
  expect(document.activeElement).toBe(document.body);
});
