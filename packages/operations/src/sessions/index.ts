export type {
  Flow,
  HeardWords,
  LabelStep,
  Leg,
  SessionItem,
  SessionStory,
  StoryCall,
  StoryEvent,
} from '../api/sessions.ts';
export { sessionItem } from './session-item.ts';
export { findSummary, readStory } from './story.ts';
export type { StoryParts } from './story.ts';
