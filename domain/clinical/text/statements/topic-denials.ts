import { CONFIDENCE } from '../confidence.ts';
import { assertionOf } from '../context/assertion.ts';
import type { Trigger } from '../context/triggers.ts';
import { deniesObject } from '../language/negated-verbs.ts';
import type { Reading } from '../language/vocabulary.ts';
import { rolesOf, type Role } from '../phrases/gaps.ts';
import type { CompiledLexicon } from '../phrases/packed.ts';
import type { TextReading } from '../reader-state.ts';
import { offsetsOf, type Statement } from './statement.ts';

/** A finding of two words, a topic and its sign: "breast lump". With more words it is not clear what of it is denied. */
const WORDS_OF_PHRASE = 2;
/** Bounds the work: nobody denies with a topic that was named so far before. */
const REACH = 30;
const MOST_DENIALS = 40;
const DENIES = /^(no|without|bez|beze|zadn\w+)$/;
/** What may stand behind the sign that is denied, and says no more of it. */
const ADDS_NOTHING =
  /^(there|anywhere|seen|found|felt|noted|visible|present|visuali\w+|come|came|either|tam|nikde|nikdy|nem|ni|nich|videt|patrn\w+)$/;

/**
 * What a denied sign says together with a topic that its sentence named before: "hit on the breast, it bruised, but no lump has
 * come" is no breast lump. Only where nothing but the sign is denied, and nothing else is told of the finding.
 */
export function topicDenials(reading: TextReading, told: readonly Statement[]): Statement[] {
  const { context, passage } = reading;
  const known = new Set(told.map(({ finding }) => finding));
  const triggers = [...context.triggers.values()].flat();
  const denials = triggers.filter(
    ({ kind, first }) => kind === 'no' && DENIES.test(passage.tokens[first]?.word ?? ''),
  );
  if (denials.length === 0) return [];
  const roles = rolesOf(passage);
  return denials.slice(0, MOST_DENIALS).flatMap((trigger) => {
    const sign = signBehind(reading, roles, trigger);
    if (sign === null || !isDenied(reading, sign)) return [];
    const place = offsetsOf(reading, { first: trigger.first, last: sign });
    return findingsOf(reading, trigger, sign).flatMap((finding): Statement[] => {
      if (known.has(finding)) return [];
      known.add(finding);
      return [{ finding, status: 'absent', confidence: CONFIDENCE.loose, ...place }];
    });
  });
}

/** Plainly, now and of the patient: not "cannot walk ten steps without gasping", "if there is no blood", "my friend had no lump". */
function isDenied({ context, mentions, patient }: TextReading, sign: number): boolean {
  const extent = { first: sign, last: sign };
  const { polarity, ...how } = assertionOf(context, extent, new Set([sign]));
  const isPlain = !how.uncertain && !how.past && !how.hypothetical && !how.family && !how.others;
  const isToldElse = mentions.some(
    ({ match, assertion }) => match.tokens.includes(sign) && assertion.polarity === 'present',
  );
  return polarity === 'absent' && isPlain && !isToldElse && !patient.isOther(extent);
}

/** The one word with a meaning that the denial stands before; null where there are others, or the denial is one of a phrase. */
function signBehind(
  { context, passage }: TextReading,
  roles: readonly Role[],
  trigger: Trigger,
): number | null {
  if (context.ownedTokens.has(trigger.first)) return null;
  const { end } = passage.segmentOf(trigger.first);
  let sign: number | null = null;
  for (let at = trigger.last + 1; at < end; at += 1) {
    const token = passage.tokens[at];
    if (token === undefined || roles[at] !== 'content' || ADDS_NOTHING.test(token.word)) continue;
    if (sign !== null && deniesObject(passage.text, token)) continue;
    if (sign !== null) return null;
    sign = at;
  }
  return sign;
}

/** The findings that are said by the sign and one word before the denial in its sentence. */
function findingsOf({ lexicon, passage }: TextReading, trigger: Trigger, sign: number): string[] {
  const idsAt = (at: number): number[] => (passage.readings[at] ?? []).filter(isWritten).map(({ id }) => id);
  const signs = new Set(idsAt(sign));
  const { first } = passage.sentenceOf(trigger.first);
  const topics = new Set<number>();
  for (let at = Math.max(first, trigger.first - REACH); at < trigger.first; at += 1)
    for (const id of idsAt(at)) topics.add(id);
  const said = (anchors: ReadonlySet<number>, others: ReadonlySet<number>): string[] =>
    [...anchors].flatMap((id) =>
      pairsAt(lexicon, id).flatMap(({ other, finding }) => (others.has(other) ? [finding] : [])),
    );
  return [...said(signs, topics), ...said(topics, signs)];
}

type Pair = { other: number; finding: string };
const pairs = new WeakMap<CompiledLexicon, Map<number, readonly Pair[]>>();

/** The phrases of two words under one of them. */
function pairsAt(lexicon: CompiledLexicon, id: number): readonly Pair[] {
  let known = pairs.get(lexicon);
  if (known === undefined) pairs.set(lexicon, (known = new Map<number, readonly Pair[]>()));
  let found = known.get(id);
  if (found === undefined) {
    found = lexicon.phrasesAt(id).everywhere.flatMap(({ phrase, anchor }): Pair[] => {
      const { entry, ids, tight, literal } = phrase;
      const isSign = entry.kind === 'finding' && entry.denies === undefined && entry.value === null;
      if (!isSign || tight || literal || ids.length !== WORDS_OF_PHRASE) return [];
      return [{ other: ids[1 - anchor] ?? -1, finding: entry.code }];
    });
    known.set(id, found);
  }
  return found;
}

const isWritten = ({ corrected, negated, width }: Reading): boolean => !corrected && !negated && width === 1;
