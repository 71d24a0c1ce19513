import { sentencesIn } from '../../spec/index.ts';

/** What a description says a number is, in its own words. */
export interface TotalWords {
  /** What is counted, as it is called: `bookings`. */
  readonly noun: string;
  /** The number of each that is summed: `seats`. Absent: each counts one. */
  readonly amount?: string;
  /** The number from which they are subtracted: `capacity`. */
  readonly from?: string;
  /** What they belong to, if the text names it. */
  readonly of?: string;
  /** How they belong to it: `assigned`. */
  readonly link?: string;
  /** States in which they count, or in which they do not. Several words are alternatives. */
  readonly states: readonly { readonly words: readonly string[]; readonly isNot: boolean }[];
}

const HEADS: readonly RegExp[] = [
  /^(?:the )?(?:total |current |exact )?(?:number|count) of (?<rest>.+)$/,
  /^how many (?:of )?(?<rest>.+)$/,
  /^(?:the )?(?:sum|total) of (?:the |all )?(?<amount>[\w ]+?) of (?<rest>.+)$/,
  /^(?:the |its )?(?<from>[\w ]+?) (?:less|minus) (?:the )?(?:number of|(?<amount>[\w ]+?) of) (?<rest>.+)$/,
];

/** Words before what is counted that leave nothing out. */
const ALL = /^(?:(?:all|the|its|their|of|current|existing) )+/;
const LINK =
  '(?:belonging|assigned|linked|attached|booked|placed|enrolled|filed|created|written|made|posted|owned|reported)';
const NAMED = '(?:the|this|that|its|an?) (?<of>\\w+)';

/** Clauses that may follow what is counted. All words of a text must be in one. */
const CLAUSES: readonly RegExp[] = [
  new RegExp(`^(?:of|in|for|on|with|under|below|to|at) ${NAMED}`),
  new RegExp(`^(?:that |which |who )?(?:are |is |were |was )?(?<link>${LINK}) (?:to|by|in|on|with|for|under) ${NAMED}`),
  new RegExp(`^that (?<link>belong) to ${NAMED}`),
  new RegExp(`^(?:that |which )?${NAMED} (?:has|holds|contains|owns)(?: now)?$`),
  /^(?:that |which |who )?(?:are|is|have been|has been) (?<not>not )?(?<state>\w+(?: or (?:not )?\w+)*)/,
  /^and (?:that )?(?:are |is )?(?<not>not )(?<state>\w+)/,
  /^(?:in total|right now|at the moment|now)$/,
];

/**
 * The ways to read a description as a number or a sum of records: “The capacity less the seats of all confirmed bookings”.
 * Empty if some of its words say anything else, such as a period or an estimate.
 */
export function readTotal(text: string): readonly TotalWords[] {
  const [first = '', ...others] = sentencesIn(text.trim());
  if (others.some((each) => isOfEarlier(each) || LIMITING.test(each))) return [];
  const plainText = first
    .toLowerCase()
    .replaceAll(/[`"'*]/g, '')
    .replace(/[.;!]\s*$/, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
  if (/[^\w -]/.test(plainText)) return [];
  return HEADS.flatMap((head) => {
    const found = head.exec(plainText)?.groups;
    return found === undefined ? [] : readCounted(found);
  });
}

/** Whether a text says that a number may be that of an earlier moment, or not exact. */
export function isOfEarlier(text: string): boolean {
  return OLD.test(text);
}

const OLD =
  /\b(?:cach\w+|estimat\w+|approximat\w+|eventual\w*|asynchron\w+|background|delay\w*|stale|period\w*|daily|hourly|weekly|monthly|night(?:ly)?|every|snapshots?|(?:may|might|can) (?:lag|differ|be behind)|not exact)\b/i;
/** Words of a further sentence that leaves records out, or bounds the number. */
const LIMITING =
  /\b(?:not|cannot|never|no|(?<!\bread[- ])only|except\w*|exclud\w*|includ\w*|ignor\w*|without|count(?:s|ed)?|also|if|when|once|until|unless|at least|at most|zero|max\w*|min\w*|capped|rounded)\b|n['’]t\b/i;

type Head = Readonly<Record<string, string | undefined>>;

/** Each word may be what is counted: those before it are states, those behind it clauses. */
function readCounted({ rest = '', amount, from }: Head): readonly TotalWords[] {
  const words = rest.replace(ALL, '').split(' ');
  return words.slice(0, MOST_STATES + 1).flatMap((noun, index): readonly TotalWords[] => {
    const clauses = readClauses(words.slice(index + 1).join(' '));
    if (clauses === undefined) return [];
    const states = index === 0 ? [] : [{ words: [words.slice(0, index).join(' ')], isNot: false }];
    return [
      {
        noun,
        ...(amount === undefined ? {} : { amount }),
        ...(from === undefined ? {} : { from }),
        ...clauses,
        states: [...states, ...clauses.states],
      },
    ];
  });
}

const MOST_STATES = 2;

function readClauses(text: string): Pick<TotalWords, 'of' | 'link' | 'states'> | undefined {
  let left = text;
  let read: Pick<TotalWords, 'of' | 'link' | 'states'> = { states: [] };
  while (left !== '') {
    const found = CLAUSES.map((clause) => clause.exec(left)).find((each) => each !== null);
    if (found === undefined || (left[found[0].length] ?? ' ') !== ' ') return undefined;
    const { of, link, state, not } = found.groups ?? {};
    if (of !== undefined && read.of !== undefined) return undefined;
    const words = state?.split(' or ') ?? [];
    read = {
      ...read,
      ...(of === undefined ? {} : { of }),
      ...(link === undefined ? {} : { link }),
      states: words.length === 0 ? read.states : [...read.states, { words, isNot: not !== undefined }],
    };
    left = left.slice(found[0].length).trim();
  }
  return read;
}
