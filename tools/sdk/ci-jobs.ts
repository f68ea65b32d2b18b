// Parses the CI files that the template generates for GitHub and GitLab: the jobs in order, as shell commands with
// their environment. Only features used in these files are supported; anything else is an Error, so that no step is
// silently skipped.
import { parse } from 'yaml';

/** Why CI runs. */
export interface Occasion {
  readonly kind: 'proposal' | 'main' | 'tag';
  /** Of the branch or tag. */
  readonly ref: string;
  readonly number: number;
}

/** Variables stored in the CI's settings. */
export type Settings = Readonly<Record<string, string>>;

export interface Job {
  readonly name: string;
  readonly env: Readonly<Record<string, string>>;
  /** Each is a shell of its own, which ends at the first command that fails. */
  readonly shells: readonly string[];
}

type Words = Readonly<Record<string, string>>;

interface Step {
  readonly uses?: string;
  readonly if?: string;
  readonly run?: string;
}

interface GithubJob {
  readonly if?: string;
  readonly env?: Words;
  readonly steps: readonly Step[];
}

/** They bring the repository and Node, which are here. */
const KNOWN_ACTIONS = /^actions\/(?:checkout|setup-node)@v\d+$/;

/** The jobs of `.github/workflows/module.yml` on an occasion. */
export function githubJobs(text: string, { kind, ref, number }: Occasion, settings: Settings): readonly Job[] {
  const { jobs } = parse(text) as { readonly jobs: Readonly<Record<string, GithubJob>> };
  const known: Words = {
    'github.event_name': kind === 'proposal' ? 'pull_request' : 'push',
    'github.ref_type': kind === 'tag' ? 'tag' : 'branch',
    'github.run_number': String(number),
  };
  const valueOf = (name: string): string => {
    const [, kept] = /^(?:vars|secrets)\.(\w+)$/.exec(name) ?? [];
    return wordOf(kept === undefined ? known : settings, kept ?? name);
  };
  const holds = (condition: string | undefined): boolean => {
    if (condition === undefined) return true;
    const [, name, word] = /^([\w.]+) == '([^']*)'$/.exec(condition) ?? [];
    if (name === undefined) throw new Error(`Unknown condition: ${condition}`);
    return valueOf(name) === word;
  };
  const filled = (words: string): string =>
    words.replace(/\$\{\{ ([\w.]+) \}\}/g, (_all, name: string) => valueOf(name));
  return Object.entries(jobs)
    .filter(([, job]) => holds(job.if))
    .map(([name, { env = {}, steps }]) => ({
      name,
      env: {
        GITHUB_REF_NAME: ref,
        ...Object.fromEntries(Object.entries(env).map(([key, words]) => [key, filled(words)])),
      },
      shells: steps
        .filter((step) => holds(step.if))
        .flatMap(({ uses, run }) => {
          if (run !== undefined) return [filled(run)];
          if (uses === undefined || !KNOWN_ACTIONS.test(uses)) throw new Error(`Unknown step: ${uses}`);
          return [];
        }),
    }));
}

interface GitlabJob {
  readonly rules: readonly { readonly if: string }[];
  readonly script: readonly string[];
}

/**
 * Jobs of `.gitlab-ci.yml` for an event; manual jobs are included, as if somebody had started them. Each gets all
 * variables in its environment.
 */
export function gitlabJobs(text: string, { kind, ref, number }: Occasion, settings: Settings): readonly Job[] {
  const {
    image,
    stages,
    default: first,
    ...rest
  } = parse(text) as {
    readonly image: string;
    readonly stages: readonly string[];
    readonly default: { readonly before_script: readonly string[] };
  };
  const jobs = rest as unknown as Readonly<Record<string, GitlabJob>>;
  if (!image.startsWith('node:') || stages.length === 0) throw new Error('An image of Node and stages are expected');
  const env: Words = {
    ...settings,
    CI_PIPELINE_SOURCE: kind === 'proposal' ? 'merge_request_event' : 'push',
    CI_DEFAULT_BRANCH: 'main',
    CI_PIPELINE_IID: String(number),
    ...(kind === 'main' && { CI_COMMIT_BRANCH: ref }),
    ...(kind === 'tag' && { CI_COMMIT_TAG: ref }),
  };
  return Object.entries(jobs)
    .filter(([, { rules }]) => rules.some((rule) => rule.if.split(' && ').every((part) => ruleHolds(part, env))))
    .map(([name, { script }]) => ({ name, env, shells: [[...first.before_script, ...script].join('\n')] }));
}

/** One comparison of a rule; a variable that is not set is no word. */
function ruleHolds(part: string, env: Words): boolean {
  const [, name = '', sign, right = ''] = /^\$(\w+) (==|!=|=~) (\$\w+|"[^"]*"|\/[^/]+\/)$/.exec(part) ?? [];
  if (sign === undefined) throw new Error(`Unknown rule: ${part}`);
  const left = env[name];
  if (sign === '=~') return new RegExp(right.slice(1, -1)).test(left ?? '');
  const word = right.startsWith('$') ? env[right.slice(1)] : right.slice(1, -1);
  return (left === word) === (sign === '==');
}

function wordOf(words: Words, name: string): string {
  const word = words[name];
  if (word === undefined) throw new Error(`CI knows no ${name}`);
  return word;
}
