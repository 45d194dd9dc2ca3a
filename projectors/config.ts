export {
  followerSettings as settings,
  type FollowerConfig as ProjectorsConfig,
} from '../shared/projection/follower-process.ts';
