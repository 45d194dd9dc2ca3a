import { MEMBER_STATE } from '../../../infra/event-store/services/gossip.ts';

/** What a member of the cluster tells of itself. */
export type Told = {
  /** Of its life: another after each start. */
  id: string;
  state: number;
  /** The number of the last election that it knows of. */
  epoch: number;
  /** The id of the one that leads in this epoch, as far as it knows. */
  leader: string | null;
};

/** What a member asks of the others when it wants to lead, and tells them when it does. */
export type Election = { epoch: number; name: string; told: Told; isForced: boolean; isWon: boolean };

/** One member as another sees it. */
export type Seen = { name: string; told: Told; isAlive: boolean };

export type MembershipOptions = {
  self: { name: string; id: string };
  /** Names of all members; the first that can leads. */
  members: readonly string[];
  /** So long a member counts as alive after its last answer. */
  aliveMs: number;
  now: () => number;
  /** Another leads, and this one has lost that office without giving it back. */
  onDeposed: () => void;
};

/**
 * What a member knows of the others, and who leads: elected by a majority, and for as long as a majority answers. A member that
 * hears its leader votes for nobody else, unless the election is forced.
 */
export function createMembership({ self, members, aliveMs, now, onDeposed }: MembershipOptions) {
  const heard = new Map<string, { told: Told; at: number; isReached: boolean }>();
  const majority = Math.floor(members.length / 2) + 1;
  let epoch = 0;
  let promised = 0;
  let leader: string | null = null;
  let isResigned = false;
  let hasLed = false;

  const isAlive = (name: string): boolean => {
    const member = heard.get(name);
    return name === self.name || (member !== undefined && member.isReached && now() - member.at <= aliveMs);
  };
  const hasMajority = (): boolean => members.filter(isAlive).length >= majority;
  const nameOf = (id: string): string | undefined =>
    id === self.id ? self.name : members.find((name) => heard.get(name)?.told.id === id);
  const isLeading = (id: string): boolean => {
    if (!hasMajority()) return false;
    if (id === self.id) return true;
    const name = nameOf(id);
    if (name === undefined || !isAlive(name)) return false;
    const told = heard.get(name)?.told;
    return told !== undefined && (told.epoch < epoch || told.leader === id);
  };
  /** Drops a leader that cannot lead any more; done before each answer, so that one who slept is not the last to know. */
  const check = (): void => {
    if (leader !== null && !isLeading(leader)) leader = null;
  };
  const stateNow = (): number => {
    if (leader === self.id) return MEMBER_STATE.leader;
    if (isResigned) return MEMBER_STATE.resigningLeader;
    return leader === null ? MEMBER_STATE.unknown : MEMBER_STATE.follower;
  };
  /** What it tells of itself may be older than the election. */
  const stateOf = ({ id, state }: Told): number => {
    if (id === leader) return MEMBER_STATE.leader;
    return state === MEMBER_STATE.leader ? MEMBER_STATE.unknown : state;
  };

  const adopt = (inEpoch: number, id: string | null): void => {
    if (inEpoch < epoch || (inEpoch === epoch && leader !== null)) return;
    epoch = inEpoch;
    // Of its own election this one knows; others may not have heard yet that it resigned.
    leader = id !== null && id !== self.id && isLeading(id) ? id : null;
    if (leader === null) return;
    isResigned = false;
    if (!hasLed) return;
    hasLed = false;
    onDeposed();
  };
  const hear = (name: string, told: Told): void => {
    heard.set(name, { told, at: now(), isReached: true });
    adopt(told.epoch, told.leader);
  };

  const tell = (): Told => {
    check();
    return { id: self.id, state: stateNow(), epoch, leader };
  };
  return {
    tell,
    hear,
    /** It did not answer. */
    miss: (name: string): void => {
      const member = heard.get(name);
      if (member !== undefined) member.isReached = false;
    },
    seen: (): Seen[] => {
      const told = tell();
      return members.flatMap((name) => {
        if (name === self.name) return [{ name, told, isAlive: true }];
        const member = heard.get(name);
        if (member === undefined) return [];
        return [{ name, told: { ...member.told, state: stateOf(member.told) }, isAlive: isAlive(name) }];
      });
    },
    leader: (): string | null => {
      check();
      return leader === null ? null : (nameOf(leader) ?? null);
    },
    /** Whether this one should ask to be elected: nobody leads, and it is the first that can. */
    shouldStand: (): boolean => {
      check();
      if (leader !== null || isResigned || !hasMajority()) return false;
      const canLead = (name: string): boolean =>
        isAlive(name) && heard.get(name)?.told.state !== MEMBER_STATE.resigningLeader;
      return members.find(canLead) === self.name;
    },
    stand: (isForced: boolean): Election => {
      const next = Math.max(epoch, promised) + 1;
      promised = next;
      return { epoch: next, name: self.name, told: tell(), isForced, isWon: false };
    },
    /** Whether this one votes for another; that takes its part in any lower election from it. */
    votes: (election: Election): boolean => {
      check();
      const mayLead = election.isForced || leader === null;
      if (!mayLead || election.epoch <= Math.max(epoch, promised)) return false;
      promised = election.epoch;
      return true;
    },
    /** Whether the votes of so many others made it the leader. */
    win: (election: Election, votes: number): boolean => {
      if (votes + 1 < majority || election.epoch <= epoch) return false;
      epoch = election.epoch;
      leader = self.id;
      isResigned = false;
      hasLed = true;
      return true;
    },
    /** It leads no more, and does not stand again until another leads. */
    resign: (): void => {
      isResigned = leader === self.id;
      if (!isResigned) return;
      leader = null;
      hasLed = false;
    },
  };
}
export type Membership = ReturnType<typeof createMembership>;
