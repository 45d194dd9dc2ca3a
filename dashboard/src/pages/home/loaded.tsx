import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { FaultNotice } from '../../components/fault.tsx';
import { SkeletonBlock } from '../../components/skeleton.tsx';

/** What a block shows of its query: the skeleton, what came, and what failed with its retry. */
export const Loaded = <T,>({
  query,
  lines,
  children,
}: {
  query: UseQueryResult<T>;
  /** As high as what is likely to come. */
  lines: number;
  children: (data: T) => ReactNode;
}) => (
  <>
    {query.isError && <FaultNotice fault={query.error} onRetry={() => void query.refetch()} />}
    {query.isPending && <SkeletonBlock lines={lines} />}
    {query.data !== undefined && children(query.data)}
  </>
);
