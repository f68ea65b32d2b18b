import { adviceIn, mayShow, type AdviceTexts } from '@phr/clinical/assess/advice-texts';
import type { RequestPort } from '@phr/contract/host-api';
import { useHost, useSettings } from '@phr/module-kit/host';
import { useUi } from '@phr/ui/ui-text';
import { useQuery } from '@tanstack/react-query';

/** An advice in the language on screen. */
export interface ShownAdvice {
  readonly words: string;
  readonly isDraft: boolean;
  /** Signs to ask about first; none for advice that must not wait for an answer. */
  readonly signs: readonly string[];
  /** Minutes after which it is measured again. */
  readonly again: number | undefined;
}

/**
 * Texts of an advice, if they may be shown (R-S7); undefined until loaded. The server's texts take precedence over this
 * release's, which are used meanwhile, offline, and if the server lacks them.
 */
export function useAdvice(id: string | undefined): ShownAdvice | undefined {
  const { clinicalTexts } = useSettings();
  const { locale } = useUi();
  const { request } = useHost();
  const enabled = id !== undefined && clinicalTexts !== 'off';
  const own = useQuery({ queryKey: ['advice'], enabled, staleTime: Infinity, queryFn: ownTexts });
  const served = useQuery({
    queryKey: ['advice', 'served'],
    enabled,
    staleTime: KEPT_MS,
    retry: false,
    queryFn: ({ signal }) => servedTexts(request, signal),
  });
  for (const texts of [served.data, own.data]) {
    const rule = texts?.rules.find((one) => one.id === id);
    const words = rule?.words[locale];
    if (texts && words !== undefined && mayShow(texts, clinicalTexts))
      return { words, isDraft: texts.status === 'draft', signs: rule?.signs?.[locale] ?? [], again: rule?.again };
  }
  return undefined;
}

const KEPT_MS = 60 * 60_000;

/** Loaded only when there is advice to give. */
async function ownTexts(): Promise<AdviceTexts> {
  const { ADVICE: file } = await import('@phr/clinical/assess/advice-file');
  return file;
}

/** Null if the server has none to show. Rejects with AppError. */
async function servedTexts(request: RequestPort, signal: AbortSignal): Promise<AdviceTexts | null> {
  const { body } = await request.send({ service: 'phr', method: 'GET', path: '/api/phr/advice', signal });
  return adviceIn(body) ?? null;
}
