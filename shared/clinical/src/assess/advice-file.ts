import file from '../../data/advice.json' with { type: 'json' };
import type { AdviceTexts } from './advice-texts.ts';

/** This release's advice, in its own lazily loaded chunk. */
export const ADVICE: AdviceTexts = file as AdviceTexts;
