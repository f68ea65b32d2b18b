import { ErrorCard } from '@phr/ui/error-card';
import { lazyCode, useLazyCode } from '@phr/ui/lazy-code';
import { Skeleton } from '@phr/ui/skeleton';
import { type ComponentType, use, useEffect } from 'react';
import { FILE_AWAY } from './error-code.tsx';
import { FaultContext } from './host.tsx';

/**
 * A view that comes in a file of its own when it is first shown. Where the file does not come its place says so, with another try, also by
 * itself when the network is back; the module around it stays whole (UX-24). The host is told, and may put another release in its place.
 * @param load imports it
 */
export function lazyView<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const source = lazyCode(load);
  return function LazyView(props: Props) {
    const { code: View, failures, retry } = useLazyCode(source);
    const fault = use(FaultContext);
    useEffect(() => {
      if (failures > 0) fault?.('file');
    }, [failures, fault]);
    if (View !== undefined) return <View {...props} />;
    return failures === 0 ? (
      <Skeleton height={88} lines={4} />
    ) : (
      <ErrorCard level={2} code={FILE_AWAY} failures={failures} onRetry={retry} />
    );
  };
}
