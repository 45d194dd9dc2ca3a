export {
  followerSettings as settings,
  type FollowerConfig as ReactorsConfig,
} from '../../shared/projection/follower-process.ts';
