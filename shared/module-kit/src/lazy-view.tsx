import { ErrorCard } from '@phr/ui/error-card';
import { Skeleton } from '@phr/ui/skeleton';
import { type ComponentType, useEffect, useState } from 'react';

/**
 * A view that comes in a file of its own when it is first shown. Where the file does not come its place says so, with another try, also by
 * itself when the network is back; the module around it stays whole (UX-24). Its own few lines, since what a module takes from the shell has
 * a line in its entry.
 * @param load imports it
 */
export function lazyView<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  let View: ComponentType<Props> | undefined;
  return function LazyView(props: Props) {
    const [tries, setTries] = useState({ begun: 0, failed: 0 });
    const [, setArrived] = useState(View !== undefined);
    const again = () => setTries(({ begun, failed }) => ({ begun: begun + 1, failed }));
    useEffect(() => {
      if (View !== undefined) return undefined;
      let gone = false;
      load().then((code) => { View = code; if (!gone) setArrived(true); }, () => { if (!gone) setTries(({ begun, failed }) => ({ begun, failed: failed + 1 })); });
      window.addEventListener('online', again);
      return () => { gone = true; window.removeEventListener('online', again); };
    }, [tries.begun]);
    if (View !== undefined) return <View {...props} />;
    return tries.failed === 0 ? <Skeleton height={88} lines={4} /> : <ErrorCard level={2} code="MODULE-NETWORK" failures={tries.failed} onRetry={again} />;
  };
}
