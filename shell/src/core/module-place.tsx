import type { MountProps } from '@phr/contract/phr-module';
import { codeOf, ModuleLoadError } from '@phr/loader/load-error';
import { isFileFault } from '@phr/http/file-fault';
import { withLimit } from '@phr/loader/with-limit';
import { Button } from '@phr/ui/button';
import { ErrorCard } from '@phr/ui/error-card';
import { LoadingRegion } from '@phr/ui/loading-region';
import { Notice } from '@phr/ui/notice';
import { Skeleton } from '@phr/ui/skeleton';
import { useEffect, useRef, useState } from 'react';
import type { ModulePart } from '../services/loader/module-part.ts';
import type { Modules } from '../services/loader/modules.ts';
import { ScreenSkeleton } from './screen-skeleton.tsx';
import { Screen } from './screen.tsx';
import { useShell, useStore } from './shell.tsx';
import { useT } from './texts.tsx';
import { useTitles, useWords } from './titles.ts';
import css from './module-place.module.css';

interface ModulePlaceProps {
  readonly module: string;
  readonly kind: 'view' | 'slot';
  /** Key in the module instance's views or slots. */
  readonly part: string;
  /** Screen of the path, for the heading if the view fails. */
  readonly screen?: string;
  readonly headingLevel?: number;
  readonly input?: unknown;
  readonly overlayRoot: HTMLElement;
  /** Height reserved while loading, in px. */
  readonly height?: number;
}

type State =
  | { readonly kind: 'loading' }
  | { readonly kind: 'shown' }
  | { readonly kind: 'failed'; readonly error: ModuleLoadError };

const MOUNT_LIMIT_MS = 15_000;
let mounts = 0;

/**
 * Place of a module's view or slot: loads and mounts it, and offers a retry on failure (UX-24). If its module is
 * switched off or a file fails to load, the next release is mounted in its place, or the error card shown.
 */
export function ModulePlace(props: ModulePlaceProps) {
  const { modules } = useShell();
  const { turn, paused } = useStore(modules.lives)[props.module] ?? { turn: 0, paused: false };
  return (
    <>
      {paused && props.kind === 'view' && <Paused onLeave={() => modules.end(props.module)} />}
      <Turn key={turn} {...props} />
    </>
  );
}

/** The module is switched off, but its view has unsaved input and stays for a moment. */
function Paused({ onLeave }: { readonly onLeave: () => void }) {
  const t = useT();
  return (
    <Notice
      announce="alert"
      type="warning"
      title={t('module.paused')}
      action={
        <Button dense onClick={onLeave}>
          {t('module.leave')}
        </Button>
      }
    />
  );
}

/** One turn of a place, from loading to unmount. */
function Turn({ module, kind, part, screen, headingLevel = 1, input, overlayRoot, height = 320 }: ModulePlaceProps) {
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
    const mounted = mountPart(
      modules,
      { module, kind, part },
      { domElement, overlayRoot, headingLevel, input },
      () => wanted,
    );
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
          {kind === 'view' ? <ScreenSkeleton /> : <Skeleton height={height} />}
        </LoadingRegion>
      )}
      {state.kind === 'failed' &&
        (kind === 'view' ? (
          <FailedView screen={screen} error={state.error} failures={attempt} onRetry={retry} />
        ) : (
          <Failed error={state.error} failures={attempt} onRetry={retry} level={headingLevel} />
        ))}
      <div ref={place} className={css.place} data-module={module} data-part={part} />
    </div>
  );
}

/**
 * Mounts a part, unless no longer wanted once its code is loaded; returns its unmount function. Rejects with
 * ModuleLoadError. A file that fails to load, now or later, is reported to the loader.
 */
async function mountPart(
  modules: Modules,
  { module, kind, part }: ModulePart,
  given: Pick<MountProps, 'domElement' | 'overlayRoot' | 'headingLevel' | 'input'>,
  isWanted: () => boolean,
): Promise<() => Promise<unknown>> {
  const started = performance.now();
  const loaded = await modules.get(module);
  const { instance, release } = loaded;
  const lifecycles = (kind === 'view' ? instance.views : instance.slots)[part];
  if (lifecycles === undefined) throw new ModuleLoadError('shape', module, release.version);
  if (!isWanted()) return async () => undefined;
  mounts += 1;
  const props: MountProps = {
    ...given,
    name: `${module}/${part}/${mounts}`,
    styleRoot: document,
    basePath: '',
    fault: () => {
      if (isWanted()) void modules.fault(loaded);
    },
  };
  const leave = modules.enter({ module, kind, part }, loaded);
  try {
    await withLimit(
      lifecycles.bootstrap(props).then(() => lifecycles.mount(props)),
      MOUNT_LIMIT_MS,
      () => new ModuleLoadError('timeout', module, release.version),
    );
    modules.tell(module, release.version, { ms: performance.now() - started });
  } catch (error) {
    leave();
    // a timeout says nothing about the version
    const failure =
      error instanceof ModuleLoadError ? error : new ModuleLoadError('render', module, release.version, error);
    if (isFileFault(error)) props.fault?.('file');
    else modules.tell(module, release.version, { failed: failure.kind });
    throw failure;
  }
  return async () => {
    try {
      await lifecycles.unmount(props);
    } finally {
      leave();
      modules.tell(module, release.version, { left: given.domElement.childElementCount });
    }
  };
}

interface FailedProps {
  readonly error: ModuleLoadError;
  readonly failures: number;
  readonly onRetry: () => void;
  readonly level: number;
}

/** Error card of a part, naming its module if known. */
function Failed({ error, failures, onRetry, level }: FailedProps) {
  const t = useT();
  const words = useWords();
  const name = useStore(useShell().offer).find(({ name: module }) => module === error.module)?.manifest.title;
  return (
    <ErrorCard
      level={level}
      title={name === undefined ? t('err.module') : `${words(name)}: ${t('err.module').toLowerCase()}`}
      help={t('common.moduleFailed')}
      code={codeOf(error.kind)}
      failures={failures}
      onRetry={onRetry}
    />
  );
}

function FailedView({ screen, ...failed }: Omit<FailedProps, 'level'> & { readonly screen: string | undefined }) {
  const t = useT();
  const titleOf = useTitles();
  return (
    <Screen title={titleOf(screen ?? '') ?? t('err.module')} backHref="/dashboard">
      <Failed {...failed} level={2} />
    </Screen>
  );
}
