package understand

// A mark is a word, or a group of equivalent words, that rules look for by form. A
// class groups the marks that do the same in a question.
type (
	mark  byte
	class byte
)

// markedWords are the marks in their order, with a bar between classes. The
// numbers, the ordinals, the months and the weekdays are runs.
const markedWords = "he,she,him himself,herself,hers her his | " +
	"they them themselves,theirs their | " +
	"it itself its | " +
	"this | that | these those such | " +
	"other others another,additional,further,besides | " +
	"else | more | also,again too | instead,otherwise,alternatively | " +
	"same similar | " +
	"ones one | two three four five six seven eight nine ten | " +
	"first second third fourth fifth sixth seventh eighth ninth tenth | " +
	"last latest next,following previous,preceding,prior former latter middle penultimate bottom,final top rest,remaining | " +
	"above below before after | " +
	"both either,neither all each | " +
	"there here then | " +
	"type,types,kind,kinds,sort,sorts,example,examples | " +
	"any some most many much few | " +
	"than,vs,versus | between,among | " +
	"and but or so if | " +
	"what | which | who whom,whose | when | where | why | how | " +
	"about | " +
	"is are was,were be | do,does,did | can,could should would,might,must will,going | has,have,had | " +
	"the | a,an | of | in on at | for to from by with | like,as | " +
	"me i,my,mine,we,our,us | you your | " +
	"tell information,info,interested,learn,looking,find,know give,show,describe,explain | " +
	"oh,wow,interesting,great,perfect,brilliant,lovely,awesome,excellent,ok,okay,thanks,nice,cool,hmm,yes,right,sure,really,actually no | " +
	"long,old,often,far less,worse best | " +
	"time list table recent,recently very related number,item,entry,nr option,choice mentioned,listed,named just,only quarter " +
	"since until during coming past current today tomorrow yesterday day week month year ago " +
	"january,jan february,feb march,mar april,apr may june,jun july,jul august,aug september,sep october,oct november,nov december,dec " +
	"sunday monday tuesday wednesday thursday friday saturday " +
	"people,men,women rain,snow,rains,raining,snowing cold,hot,warm,dark,late,sunny,windy " +
	"meant,mean sorry,oops btw,incidentally,anyway what-about thousand million,mio,mn billion,bn"

// The marks, in the order of markedWords.
const (
	_ mark = iota
	mHe
	mHimself
	mHer
	mHis
	mThey
	mThem
	mThemselves
	mTheir
	mIt
	mItself
	mIts
	mThis
	mThat
	mThese
	mThose
	mSuch
	mOther
	mOthers
	mAnother
	mElse
	mMore
	mAlso
	mToo
	mInstead
	mSame
	mSimilar
	mOnes
	mOne
	mTwo
	mThree
	mFour
	mFive
	mSix
	mSeven
	mEight
	mNine
	mTen
	mFirst
	mSecond
	mThird
	mFourth
	mFifth
	mSixth
	mSeventh
	mEighth
	mNinth
	mTenth
	mLast
	mLatest
	mNext
	mPrevious
	mFormer
	mLatter
	mMiddle
	mPenultimate
	mBottom
	mTop
	mRest
	mAbove
	mBelow
	mBefore
	mAfter
	mBoth
	mEither
	mAll
	mEach
	mThere
	mHere
	mThen
	mType
	mAny
	mSome
	mMost
	mMany
	mMuch
	mFew
	mThan
	mBetween
	mAnd
	mBut
	mOr
	mSo
	mIf
	mWhat
	mWhich
	mWho
	mWhom
	mWhen
	mWhere
	mWhy
	mHow
	mAbout
	mIs
	mAre
	mWas
	mBe
	mDo
	mCan
	mShould
	mWould
	mWill
	mHas
	mThe
	mA
	mOf
	mIn
	mOn
	mAt
	mFor
	mTo
	mFrom
	mBy
	mWith
	mLike
	mMe
	mI
	mYou
	mYour
	mTell
	mInformation
	mGive
	mOh
	mNo
	mLong
	mLess
	mBest
	mTime
	mList
	mTable
	mRecent
	mVery
	mRelated
	mNumber
	mOption
	mMentioned
	mJust
	mQuarter
	mSince
	mUntil
	mDuring
	mComing
	mPast
	mCurrent
	mToday
	mTomorrow
	mYesterday
	mDay
	mWeek
	mMonth
	mYear
	mAgo
	mJanuary
	mFebruary
	mMarch
	mApril
	mMay
	mJune
	mJuly
	mAugust
	mSeptember
	mOctober
	mNovember
	mDecember
	mSunday
	mMonday
	mTuesday
	mWednesday
	mThursday
	mFriday
	mSaturday
	mPeople
	mRain
	mCold
	mMeant
	mSorry
	mAside
	mWhatAbout // "còn", 呢
	mThousand
	mMillion
	mBillion
)

// classes is how many there are, from 1 on.
const classes = 48
