import type { MountProps } from '@phr/contract/phr-module';
import { ModuleLoadError } from '@phr/loader/load-error';
import { withLimit } from '@phr/loader/with-limit';
import { ErrorCard } from '@phr/ui/error-card';
import { LoadingRegion } from '@phr/ui/loading-region';
import { Skeleton } from '@phr/ui/skeleton';
import { useEffect, useRef, useState } from 'react';
import { Screen } from './screen.tsx';
import { useShell } from './shell.tsx';
import { useT, useTexts } from './texts.tsx';
import css from './module-place.module.css';

interface ModulePlaceProps {
  readonly module: string;
  readonly kind: 'view' | 'slot';
  /** Name of the lifecycles in the module's instance. */
  readonly part: string;
  /** Screen behind the path, for the heading when the view cannot be shown. */
  readonly screen?: string;
  readonly headingLevel?: number;
  readonly input?: unknown;
  readonly overlayRoot: HTMLElement;
  /** Height kept free while it loads, in px. */
  readonly height?: number;
}

type State =
  | { readonly kind: 'loading' }
  | { readonly kind: 'shown' }
  | { readonly kind: 'failed'; readonly error: ModuleLoadError };

const MOUNT_LIMIT_MS = 15_000;
let mounts = 0;

/** The place of one view or slot of a module: loads and mounts it; says so and offers another try when that fails (UX-24). */
export function ModulePlace({
  module,
  kind,
  part,
  screen,
  headingLevel = 1,
  input,
  overlayRoot,
  height = 320,
}: ModulePlaceProps) {
  const t = useT();
  const { modules } = useShell();
  const place = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<State>({ kind: 'loading' });
  const [attempt, setAttempt] = useState(1);

  useEffect(() => {
    const container = place.current;
    if (container === null) return undefined;
    let wanted = true;
    const domElement = container.appendChild(document.createElement('div'));
    mounts += 1;
    const props: MountProps = {
      name: `${module}/${part}/${mounts}`,
      domElement,
      overlayRoot,
      styleRoot: document,
      basePath: '',
      headingLevel,
      input,
    };

    async function mount(): Promise<() => Promise<unknown>> {
      const { instance, release } = await modules.get(module);
      const lifecycles = (kind === 'view' ? instance.views : instance.slots)[part];
      if (lifecycles === undefined) throw new ModuleLoadError('shape', module, release.version);
      if (!wanted) return async () => undefined;
      const render = (cause?: unknown) => new ModuleLoadError('render', module, release.version, cause);
      try {
        await withLimit(
          lifecycles.bootstrap(props).then(() => lifecycles.mount(props)),
          MOUNT_LIMIT_MS,
          render,
        );
      } catch (error) {
        throw render(error);
      }
      return () => lifecycles.unmount(props);
    }

    const mounted = mount();
    mounted.then(
      () => {
        if (wanted) setState({ kind: 'shown' });
      },
      (error: unknown) => {
        if (wanted)
          setState({
            kind: 'failed',
            error:
              error instanceof ModuleLoadError ? error : new ModuleLoadError('evaluation', module, undefined, error),
          });
      },
    );
    return () => {
      wanted = false;
      void mounted
        .then((unmount) => unmount())
        .catch(() => undefined)
        .finally(() => domElement.remove());
    };
  }, [modules, module, kind, part, headingLevel, input, overlayRoot, attempt]);

  const retry = () => {
    setState({ kind: 'loading' });
    setAttempt((count) => count + 1);
  };
  return (
    <div className={state.kind === 'loading' ? css.coming : undefined}>
      {state.kind === 'loading' && (
        <LoadingRegion thing={t('module.loading')}>
          <Skeleton height={height} />
        </LoadingRegion>
      )}
      {state.kind === 'failed' &&
        (kind === 'view' ? (
          <FailedView screen={screen} error={state.error} failures={attempt} onRetry={retry} />
        ) : (
          <Failed error={state.error} failures={attempt} onRetry={retry} level={headingLevel} />
        ))}
      <div ref={place} data-module={module} data-part={part} />
    </div>
  );
}

interface FailedProps {
  readonly error: ModuleLoadError;
  readonly failures: number;
  readonly onRetry: () => void;
  readonly level: number;
}

function Failed({ error, failures, onRetry, level }: FailedProps) {
  const t = useT();
  return (
    <ErrorCard
      level={level}
      title={t('err.module')}
      help={t('common.moduleFailed')}
      code={`${error.module.replace(/^mfe-/, '')}-${error.kind}`.toUpperCase()}
      failures={failures}
      onRetry={onRetry}
    />
  );
}

function FailedView({ screen, ...failed }: Omit<FailedProps, 'level'> & { readonly screen: string | undefined }) {
  const { t, find } = useTexts();
  return (
    <Screen title={find(`screen.${screen ?? ''}`) ?? t('err.module')} backHref="/dashboard">
      <Failed {...failed} level={2} />
    </Screen>
  );
}
