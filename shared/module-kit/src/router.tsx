import type { NavigationPort } from '@phr/contract/host-api';
import { type ReactNode, useMemo } from 'react';
import { createPath, NavigationType, Router, type To } from 'react-router';
import { useHost, useStore } from './host.tsx';

const TYPES = { POP: NavigationType.Pop, PUSH: NavigationType.Push, REPLACE: NavigationType.Replace } as const;
const asPath = (to: To): string => (typeof to === 'string' ? to : createPath(to));

/** react-router driven by the host's location, so that the page has a single history. */
export function HostRouter({ children }: { children: ReactNode }) {
  const { navigation } = useHost();
  const location = useStore(navigation.location);
  const navigator = useMemo(() => navigatorOf(navigation), [navigation]);
  return (
    <Router
      location={{ ...location, state: null, unstable_mask: undefined } as never}
      navigationType={TYPES[location.action]}
      navigator={navigator}
    >
      {children}
    </Router>
  );
}

function navigatorOf(navigation: NavigationPort) {
  return {
    createHref: (to: To) => navigation.resolve(asPath(to)),
    push: (to: To) => navigation.push(asPath(to)),
    replace: (to: To) => navigation.replace(asPath(to)),
    go: () => navigation.back('/'),
  };
}
