import { Button } from '@phr/ui/button';
import { ErrorCard } from '@phr/ui/error-card';
import { lazyCode, useLazyCode } from '@phr/ui/lazy-code';
import type { ComponentType, ReactNode } from 'react';
import { Screen } from './screen.tsx';
import { useShell, useStore } from './shell.tsx';
import { useT } from './texts.tsx';
import { useTitles } from './titles.ts';

export interface LazyScreen<Props> {
  (props: Props): ReactNode;
  /** Prefetches it; fails silently. */
  readonly preload: () => void;
}

/** Props about a failed load. */
export interface FailedProps {
  readonly failures: number;
  readonly onRetry: () => void;
}

/**
 * A lazily loaded component with an error view.
 * @param load imports it
 * @param waiting is shown meanwhile
 * @param Failed is shown if loading fails
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  waiting: ReactNode = null,
  Failed: ComponentType<Props & FailedProps> = FailedPart,
): LazyScreen<Props> {
  const source = lazyCode(load);
  const Place = (props: Props) => {
    const { code: Own, failures, retry } = useLazyCode(source);
    if (Own !== undefined) return <Own {...props} />;
    return failures === 0 ? waiting : <Failed {...props} failures={failures} onRetry={retry} />;
  };
  return Object.assign(Place, {
    preload: () => {
      source.get().catch(() => undefined);
    },
  });
}

/** The same for a screen: its frame stays, and a second failure offers a page reload (UX-24). */
export const lazyScreen = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  waiting: ReactNode,
): LazyScreen<Props> => lazyPart(load, waiting, FailedScreen);

/** Error view of a part that failed to load, with a retry button. */
export function FailedPart({ level = 2, ...failed }: FailedProps & { readonly level?: number }) {
  const t = useT();
  return (
    <ErrorCard level={level} title={t('err.module')} help={t('common.moduleFailed')} code="SHELL-NETWORK" {...failed} />
  );
}

function FailedScreen({ failures, onRetry }: FailedProps) {
  const t = useT();
  const titleOf = useTitles();
  const { navigation, routes, pwa } = useShell();
  const { pathname } = useStore(navigation.location);
  const screen = useStore(routes).find(pathname)?.route.screen ?? '';
  return (
    <Screen title={titleOf(screen) ?? t('app.shortName')}>
      <FailedPart failures={failures} onRetry={onRetry} />
      {/* After a release the files of an old page may be gone from the server. */}
      {failures > 1 && (
        <div>
          <Button dense onClick={() => navigation.leave(pwa.reload)}>
            {t('module.reload')}
          </Button>
        </div>
      )}
    </Screen>
  );
}
