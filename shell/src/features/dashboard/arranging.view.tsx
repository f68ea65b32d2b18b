import { ErrorCard } from '@phr/ui/error-card';
import { lazyCode, useLazyCode } from '@phr/ui/lazy-code';
import type { ComponentProps } from 'react';
import { useT } from '../../core/texts.tsx';
import type { ArrangeDialog as Arranged } from './arrange-dialog.view.tsx';

const arrangeDialog = lazyCode(
  async () => (await import(/* webpackChunkName: "arrange" */ './arrange-dialog.view.tsx')).ArrangeDialog,
);

/** The dialog in which a person arranges something, fetched now; says so when it cannot be had. */
export function Arranging(props: ComponentProps<typeof Arranged>) {
  const t = useT();
  const { code: ArrangeDialog, failures, retry } = useLazyCode(arrangeDialog);
  if (ArrangeDialog !== undefined) return <ArrangeDialog {...props} />;
  return failures === 0 ? null : (
    <ErrorCard
      level={2}
      title={t('err.module')}
      help={t('common.moduleFailed')}
      code="SHELL-NETWORK"
      failures={failures}
      onRetry={retry}
    />
  );
}
