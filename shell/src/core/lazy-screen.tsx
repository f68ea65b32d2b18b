import { Button } from '@phr/ui/button';
import { ErrorCard } from '@phr/ui/error-card';
import { lazyCode, useLazyCode } from '@phr/ui/lazy-code';
import type { ComponentType, ReactNode } from 'react';
import { Screen } from './screen.tsx';
import { useShell, useStore } from './shell.tsx';
import { useTexts } from './texts.tsx';

export interface LazyScreen<Props> {
  (props: Props): ReactNode;
  /** Fetches it before it is asked for. Says nothing when that fails. */
  readonly preload: () => void;
}

/** A screen that comes in a file of its own. Where the file does not come the frame around it stays, and its place says so with another try (UX-24). @param load imports it, @param waiting stands in its place until then */
export function lazyScreen<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  waiting: ReactNode,
): LazyScreen<Props> {
  const source = lazyCode(load);
  const Place = (props: Props) => {
    const { code: Own, failures, retry } = useLazyCode(source);
    if (Own !== undefined) return <Own {...props} />;
    return failures === 0 ? waiting : <Missing failures={failures} onRetry={retry} />;
  };
  return Object.assign(Place, {
    preload: () => {
      source.get().catch(() => undefined);
    },
  });
}

function Missing({ failures, onRetry }: { readonly failures: number; readonly onRetry: () => void }) {
  const { t, find } = useTexts();
  const { navigation, routes, pwa } = useShell();
  const { pathname } = useStore(navigation.location);
  const screen = useStore(routes).find(pathname)?.route.screen ?? '';
  return (
    <Screen title={find(`screen.${screen}`) ?? t('app.shortName')}>
      <ErrorCard
        level={2}
        title={t('err.module')}
        help={t('common.moduleFailed')}
        code="SHELL-NETWORK"
        failures={failures}
        onRetry={onRetry}
      />
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
