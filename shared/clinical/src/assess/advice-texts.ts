/** The words of one advice; `{number}` is the emergency number of the deployment. */
export interface AdviceText {
  readonly id: string;
  /** When it is given, in words for the clinician who reviews it; the limits themselves are those of the judge. */
  readonly when: string;
  readonly source: string;
  /** By locale. */
  readonly words: Readonly<Record<string, string>>;
}

/** The advice as one file: what a clinician reviews as a whole. Until then it is a draft (R-S7). */
export interface AdviceTexts {
  readonly version: number;
  readonly status: 'draft' | 'approved';
  readonly reviewer: { readonly name: string; readonly licence: string; readonly date: string } | null;
  readonly rules: readonly AdviceText[];
}

/** Whether advice may be shown: drafts where the deployment shows all texts, else only what a clinician has signed. */
export function mayShow({ status, reviewer }: AdviceTexts, setting: 'signed' | 'all' | 'off' | undefined): boolean {
  return setting === 'all' || (setting !== 'off' && status === 'approved' && reviewer !== null);
}
