import { ErrorCard } from '@phr/ui/error-card';
import { lazyCode, useLazyCode } from '@phr/ui/lazy-code';
import { Skeleton } from '@phr/ui/skeleton';
import { type ComponentType, use, useEffect } from 'react';
import { FILE_AWAY } from './error-code.tsx';
import { FaultContext } from './host.tsx';

/**
 * A lazily loaded view. If loading fails, its place offers a retry (automatic when the network returns) while the
 * module around it keeps working (UX-24), and the host is told, which may switch to another release.
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
