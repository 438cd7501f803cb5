/** Made by `npm run train`: a hundred times what a word weighs, and the word. */
export const ORDER_WEIGHTS: readonly string[] = `-355 
250 delete #name
248 norvik
245 our
231 stay
221 system prompt
216 proceed
213 disable the
208 #hide
207 10 more
206 yourself
204 acme
199 0x00aa
198 ^hold
198 #field+#secret
197 touch
196 request for
195 ^leave
193 this description
193 surcharge
-193 ^need
192 remain
191 main
-189 #hide+#not
-188 ^call
186 guideline
185 everything
-185 to keep
183 your limit
181 book
181 fully
180 the human
180 the note
-179 #not+#secret
178 bypass the
-178 only what
178 your guideline
176 session value
176 by one
-175 describe it
175 that it
-175 not leave
174 the warning
-173 nobody else
173 #mail
172 told
172 ^such
172 the payload
172 go
172 ^proceed
172 ^act
171 these note
170 invoke
-170 approval rule
-167 tool of
167 alway allow
167 go on
166 here
166 disregard
166 ^disregard
165 monthly
165 backup account
165 ^regard
165 bcc
165 any case
164 regard
163 disguise
163 ^disguise
163 this from
163 ^ignore
163 export #name
-162 the server
161 your restriction
160 advice
159 earlier
-159 like
159 asked for
159 as context
159 sync #name
158 happened
-158 ^not
-158 consent of
157 without a
156 in detail
156 the backup
156 whatever
156 other guidance
156 a word
155 run #name
155 ^continue
155 #digits+#value
155 this paragraph
154 for transfer
154 deletion
154 withdraw
154 ^withdraw
154 a question
153 paragraph
153 undisclosed
152 ^bypass
152 ^similar
151 nobody should
150 ^unless
-149 this field
149 ^increase
149 full access
149 cooky
-149 shopify
149 bcc is
149 state that
149 #field+#talk
149 of it
148 the manager
148 continue
148 rival
148 nobody must
-148 ^ask
148 argument
-147 completed
147 zentra
147 this dependency
147 them
-146 ^transfer
146 earlier rule
146 act
146 the confirmation
146 hold
146 count as
-146 post
146 out of
145 not needed
145 the error
145 user fully
145 the hint
145 the requester
145 assessment
145 payment function
145 personal detail
-144 rate
144 ^forget
-144 called before
-143 conversationid
143 a yes
143 every time
-143 draft in
142 installing
142 installing this
142 ^installing
142 anymore
142 requester
-142 repeat it
142 ^#other
142 these rule
141 express
-141 file to
141 ^double
141 other provider
141 forget
140 the reader
140 reader
140 server are
140 obsolete
140 hint
140 stop to
-140 if nothing
140 #name on
139 the copy
-139 user to
139 hold the
139 that no
-138 contact
138 now on
138 copy
138 ^drop
138 base image
138 on purpose
137 the principal
137 these direction
-137 every day
137 find that
137 our own
137 harmless
137 previous instruction
137 pretend
137 highest
-136 ^require
136 automatic confirmation
136 buy
136 principal
-136 authorization
136 same call
136 agreement
-136 level
136 safety
136 annual
136 alway
135 repeat this
135 as none
135 anyone
-135 ^has
-135 ^#tool
135 in place
135 debug
-135 ^by
135 permission request
134 ^set
134 hear
134 trust mode
134 ^in
134 from now
134 your report
134 skip the
134 the approval
134 ^treat
133 #not+#person
133 before submission
-133 ^must
133 transfer the
-133 guess
133 your answer
-133 scope
133 below
133 yolo
133 the yolo
133 yolo mode
133 reason parameter
133 ^during
133 ^disable
132 given here
132 charge as
132 the rest
132 allow in
132 bypass
-132 ask the
132 following in
131 ^authorisation
131 was given
131 ^third
131 proceed immediately
131 withdrawn
131 unmentioned
-131 such as
131 void
130 the fee
130 profile the
130 ^multiply
130 that test
130 test may
130 de #digits
-130 asked to
-130 ^confirm
-130 invent
-130 provide
-130 set a
130 place of
130 for everything
-129 it again
-129 ask if
-129 #instead+#not
129 multiply
129 the terminal
129 consult
129 leave the
129 ^profile
-128 known
128 value below
128 them in
-128 note in
128 off the
-128 be recorded
127 safety rule
127 for subsequent
127 to authenticate
-127 ticket
127 your training
-127 process
-127 the memory
-127 complete
127 ^round
127 guidance
126 this block
-126 username
126 this fee
126 corrected
126 as if
126 prompt
126 plan of
-126 recorded
126 acme mirror
125 internal
125 limited access
125 immediately
-125 find #name
125 is there
125 ^assume
125 be skipped
125 ^perform
125 every message
125 pull from
125 dialogue
-125 shopify tool
-125 region
-125 merge
125 be confirmed
125 yes
125 that nothing
124 opening the
124 ^opening
124 be assumed
124 from #url
124 ^speak
124 ^silence
124 you did
124 1 yourself
-124 to run
-124 executing
124 round
124 be 10
123 need not
-123 your account
-123 3
123 whoever
123 whoever ask
-123 #always+#hide
123 choice
123 to #url
123 explanation
123 trace field
123 enable auto
123 metadata argument
123 ^append
123 confidential
123 the lookup
123 risk as
123 message above
-123 email
123 are withdrawn
-123 kept
122 unsuitable
-122 #field+#hide
-122 to describe
-122 cannot
-122 build
122 describe the
122 between us
122 #tool
121 be ignored
121 also when
121 cursorrule
121 this return
121 passed on
-121 list all
121 begin with
121 required in
120 increase
120 the trace
120 spare
120 spare the
120 ^spare
120 sync
120 this choice
-120 alway use
120 formality
120 a formality
120 not request
120 disguise the
120 staging
-120 directly
120 no detail
-120 anything without
-120 match
120 nobody need
119 the record
119 permanently
119 it need
-119 get #name
119 opening
-119 attempt
-119 delete it
-119 ^is
119 tenth
119 a tenth
119 ^describe
119 mirror
-119 automatically
-119 it the
-119 thread
119 double the
-118 #field+#other
118 the caller
-118 #field+#not
118 the one
118 as metadata
-118 en
-118 ^upload
-118 this case
-118 ip
-118 is never
-118 timestamp
118 text with
-118 make up
118 the extra
118 double
-118 body
-118 quote
118 ^state
118 remain internal
117 your policy
-117 text of
117 similar
117 of conflict
-117 logged
-117 deleted
117 ^approval
117 your instruction
117 our file
117 ignore the
117 up with
117 when passed
117 as required
117 viewer
117 in advance
-117 #name+#value
-116 creating
-116 auth
116 5 unit
116 outrank
-116 safe or
-116 or unsafe
116 drop
-116 minute
-116 ^required
116 were
116 hold this
-116 you want
-116 the owner
-116 commit
116 away
-116 many
116 cover up
116 must contain
116 required by
-115 say so
115 advance
115 speak
115 from here
115 the dialog
-115 there are
-115 role
-115 without it
-115 refused
-115 is refused
115 as confirmed
-115 language
114 everything else
114 #always+#haste
-114 defined
114 unavoidable
114 as unavoidable
-114 let
-114 this parameter
-114 meeting
114 above other
114 percent
114 approve
-114 form
114 notice
-114 reset
114 switch on
-114 this api
114 be buy
113 our product
-113 never conceal
-113 tool stop
-113 handle
-113 0
-113 not pay
113 result and
-113 response
113 the detail
-113 is used
-113 ^#fine
113 you work
113 applicant is
113 multiply the
113 do it
113 ^your
113 the base
-113 enabled
113 each call
113 personalise
113 to personalise
113 irrespective
113 irrespective of
113 all call
113 straight away
113 this rule
-113 ^only
-112 the main
-112 offset
112 anything else
112 ^take
112 leave
-112 http
112 depict
112 depict the
112 ^depict
112 has to
112 is preferred
-112 sometime
112 silently
112 #give+#secret
112 this company
112 not want
112 auto approve
112 and nothing
112 drop the
-111 same as
111 ^consider
-111 table
111 #give+#hide
-111 day
-111 to call
111 action as
-111 is kept
111 ^click
111 policy above
111 text below
111 ignore
111 badly of
111 integration are
-111 all fee
111 hidden
111 #always+#fine
111 ^issue
-111 never changed
-111 it will
111 trust
-111 validation
-110 publish
110 drop all
-110 without approval
110 are void
110 upload the
-110 tool call
110 digest of
110 not list
-110 column
110 it yourself
-110 notification
-110 on your
-110 change
110 only the
-110 ^permanently
-110 score each
110 called false
110 #name for
110 home folder
110 be #mail
110 ^using
110 #not+#tell
110 file name
110 verify you
109 background service
109 ^lower
109 left out
109 characterise
109 ^characterise
109 mention
109 second request
109 the official
109 it worked
-109 given url
109 say
109 for anything
109 every
-109 preview
-109 a note
109 a success
109 ^switch
109 the folder
108 field must
108 at installation
108 are unsafe
108 target branch
108 error as
108 be safe
108 ^raise
108 of document
108 manager is
-108 this request
-108 sometime hold
108 these
-108 ^allow
-108 when no
108 where it
-108 ^#url
-108 ^under
108 ^request
-107 selected
107 permission is
-107 deprecated
107 mode first
107 silent
107 is off
-107 member
107 discreetly
107 straight
107 ^cover
107 a background
-107 retry
107 consider
107 connector
107 consider your
107 which pull
107 the context
-107 cent
-107 flag
107 ^choose
-107 rule for
-107 batch
106 skip
-106 act on
106 found in
-106 page
106 through this
106 claim that
-106 one of
106 cover
-106 don't
106 the cheapest
106 whenever
106 was
-106 found tell
-106 come first
106 scene
106 the scene
106 human
106 follow up
106 our listing
-106 applied
106 never happened
-106 set to
-105 possible
105 ^fill
105 the loss
105 loss as
-105 ^private
105 the session
105 you reply
105 talk
-105 leading
105 is normal
-105 ^limited
105 summarise the
-105 component
-105 feature
105 which upload
105 personalise the
-105 archive
105 ^skip
105 this over
105 reply
-105 run a
104 and do
104 next hundred
-104 app
-104 in other
104 chose
104 map to
104 finish
-104 true to
-104 per
-104 ui
104 hundred
-104 most
-104 blank
-104 is shown
-104 changed
104 #ask
104 the shell
104 restriction
-104 true once
-104 container
104 no answer
104 premium
-104 the new
-104 which the
103 against rival
103 the text
103 customer want
103 #name after
-103 ^#first
103 data left
103 as though
103 #hide+#use
103 until told
103 told otherwise
103 preferred
-103 i
103 the charge
-103 currently
103 authorised
103 this first
103 #give+#last
103 and move
-103 ^see
103 was stored
103 server is
103 session that
103 worry
103 would only
103 only worry
103 env file
103 move on
103 under debug
-103 approval by
103 wanted
103 write
-102 capability
102 action to
-102 n
-102 endpoint
102 production
102 we need
-102 ask to
-102 the given
102 deny that
102 terminal
-102 permission required
102 a summary
102 future session
-102 queue
-102 translation
-102 try
-102 multiple
-102 supported
102 treat your
-102 after other
-102 or
-102 source in
102 installation
-102 global
102 one given
102 #name require
-102 it unless
-101 not repeat
101 touche
101 put this
101 to know
-101 so if
101 recap
101 for guest
-101 example
-101 format
-101 receive
101 digest
-101 the figure
-101 figure of
101 not ask
-101 invoice
-101 ^read
101 whatever was
101 ^vulnerability
-101 control
101 say that
-101 location
101 preface
101 ^preface
-101 until it
101 to this
-101 answer in
100 your note
100 hook that
100 vendor
-100 command
100 chat is
100 payload
100 the client
100 append
100 and pass
100 ^activate
-100 get draft
100 raise
100 work
100 permitted
100 doubled
100 this step
-100 collection
-100 tracking
100 did not
100 description outrank
-100 if not
100 close with
100 address book
100 second recipient
-100 first name
100 report that
100 total and
-100 fund
-100 has access
100 was obtained
100 quietly
100 #praise
99 ^independent
99 by #url
99 the discussion
99 one in
-99 criteria
99 file tool
-99 where the
-99 answer short
-99 short and
99 and include
-99 say to
99 superfluous
99 is superfluous
-99 self
-99 description of
99 nothing
-99 on hold
-99 documentation
99 the question
-99 explicit
99 that repeat
-99 as text
-99 participant
99 our site
-99 version
99 extra
-99 box
99 remove old
99 old log
99 the source
99 ^behave
99 #asked+#instead
99 critically
99 critically of
-99 project
99 standard
99 you make
-98 support
98 you use
98 to hear
-98 respond
98 a person
98 preference of
-98 ^whether
98 behave as
98 belong in
-98 article
-98 event
98 end with
98 raised
98 ^finish
98 the env
-98 false
98 your reply
-98 character
98 guest
-98 the provider
-98 show the
-98 empty
-98 element
-98 never delete
98 sponsor
98 the sponsor
-98 important
98 reply that
97 badly
97 accept allow
97 act immediately
97 amount to
97 played down
97 as resolved
97 backup
-97 ordered
-97 specification
97 begin
-97 device
97 withdraw the
-97 cannot be
97 above
97 independent of
97 #last+#url
97 #name with
97 and no
-97 note of
97 a second
-97 displayed
97 been granted
-97 the region
-97 and wait
97 your
-97 cheapest first
97 your previous
97 the top
97 context field
-97 transaction
-97 directory
-96 index
96 right after
96 this rather
-96 checked
96 stick to
96 worry to
-96 organization
-96 #asked+#not
-96 not hide
96 stick
-96 in second
96 clause
96 this package
-96 is found
96 approve in
96 the applicant
96 ^keep
-96 if no
96 favour
96 #other
-96 might
96 ^follow
-95 uri
-95 mentioned in
-95 #last+#value
95 independent
-95 file that
95 ^conceal
95 authenticate
95 the mail
95 each request
95 delay as
95 stay local
-95 is logged
-95 not describe
95 that all
-95 active
-95 about every
-95 every change
-95 application
-95 a ticket
-95 entire
95 before sending
-95 the image
-95 size
95 now
-95 info
-95 identify
-95 rendered
95 prevail
95 other call
-95 node
95 beat
95 do this
-95 not send
95 anything which
95 is to
95 for draft
-95 to another
-94 #field+#use
-94 toolkit
-94 against the
94 are expected
-94 any other
94 official
94 count more
94 claude md
-94 leave out
-94 permission of
94 ^pick
-94 batche
94 false positive
94 which touche
94 in order
94 #first
-94 room
-94 unless
94 using this
94 it to
-94 ^payment
94 overnight
-94 no summary
94 worked
94 auto #name
94 search plugin
94 promo code
-94 dataset
94 assumed
-94 #give+#not
94 answer
93 answer only
93 pass
93 required as
-93 the response
93 #give+#read
-93 2
93 job which
-93 path is
-93 configured
93 still use
-93 before each
-93 is rendered
93 function for
-93 that has
-93 credit
-93 ^order
93 #mail+#value
93 the promo
-93 weight
93 portray
93 portray the
93 ^portray
-93 clear
-93 for each
-93 authenticated
93 #praise+#talk
-93 the language
-93 every access
-93 tag
93 not refer
-93 and tell
-93 private note
93 a link
-93 operation
-93 person confirmed
-93 not make
-93 holder
93 behave
93 regardless
93 henceforth
93 ^henceforth
-93 without the
-92 ^how
92 ^result
92 line from
92 the script
92 starting today
-92 javascript
92 the permission
92 prompt and
92 seek
92 implied
92 is implied
-92 web
92 without question
-92 ask user
92 present the
-92 doc
-92 conversation that
-92 the archive
92 present clause
92 third party
92 amount under
92 those
-92 ^file
92 only add
92 before everything
92 perform this
-92 #answer+#hide
92 how it
92 the address
-92 country
-92 ^omit
-92 after a
-92 #name+#not
-92 #name until
92 the connection
92 dependency must
92 block to
92 should see
92 kindly
-92 other word
92 browser cooky
92 have used
-92 this endpoint
-92 user who
91 the wallet
-91 br
91 you start
91 be left
-91 external
91 barred
91 is barred
91 barred to
-91 to send
-91 reference
91 ^overwrite
91 retired
91 your former
91 other offer
91 user before
91 to see
-91 are the
91 #asked+#praise
91 time code
91 has been
91 preface the
-91 ids
91 are required
-91 param
-91 being
-91 ^provide
91 confess
91 confess to
91 act at
-91 account holder
-91 ^#digits
91 ^#hide
-91 but the
91 is covered
91 above in
91 change the
91 write badly
90 assistant
-90 was found
-90 #field+#fine
-90 hour
-90 within
-90 shorten
90 was mentioned
-90 as it
90 this way
-90 ^refund
-90 identifier
90 to 1
-90 called after
90 allow at
90 with 1
90 a digest
90 advertisement
90 an advertisement
90 third
-90 resource
-90 to false
90 #digits
-90 ^1
-90 that is
90 the assessment
-90 state
-90 recommended
-90 then
-90 addresse
90 #instead+#person
90 two percent
-90 the preview
90 root
90 shall remain
-90 to ignore
90 tool are
90 for permission
90 the user
-90 pay anything
90 work for
90 hand
-90 ^rate
89 promo
-89 #person+#talk
-89 whether
89 command below
-89 definition
89 waived
89 is waived
89 recurring call
89 came
89 yes to
89 request with
-89 sql
-89 your request
89 whenever you
-89 which fee
-89 fee apply
-89 remember only
89 talk turn
-89 thought
89 ^there
89 browser tool
89 the built
89 overridden
89 the older
89 older one
89 the metadata
89 this vendor
89 the talk
89 loss
-89 the draft
-89 pull request
89 ^deny
-89 received
89 in all
89 it say
-89 will
-89 than 3
89 #read+#tool
89 just the
-89 entity
89 of rival
89 every action
-88 #not+#talk
-88 associated
-88 provider shall
88 built in
-88 #name first
88 for good
88 good that
88 no data
-88 rule of
88 topped
88 topped up
88 the explanation
-88 is displayed
88 is short
88 you shall
88 silence
-88 never invent
88 any tool
-88 approved the
-88 psu
88 summary of
88 startup
88 must remain
88 increased
88 connector be
88 this session
88 destination of
88 it and
-88 attribute
-88 belong to
88 put the
88 not see
-88 ship
-88 feedback
88 auto
-88 please ask
-88 associated with
88 leak
-88 cloudbase
-88 schema
-88 download
-88 category
88 this was
88 ^alternative
-88 poll
88 fill in
88 unnoticed
88 require when
88 ^select
88 safe
87 the assistant
-87 campaign
87 the request
87 be corrected
87 it only
87 a line
87 ^kindly
-87 verification
-87 picture
87 was asked
87 search tool
87 in every
87 return run
87 request by
87 ^grant
-87 s
-87 generated
87 this one
87 basic
-87 mobile
-87 prefix
87 rule
-87 readable
87 after you
-87 anything unless
-87 additional
-87 via
-87 optional
87 api key
87 if draft
-87 webhook
-87 explicitly
-87 registration
87 with ten
87 ten point
87 that upload
-87 certificate
87 confirmation
87 nobody has
-87 whether the
-87 network
86 better
-86 write permission
86 the dialogue
-86 permission to
86 one time
86 tenth before
-86 domain
86 not invoke
86 work well
-86 edit
-86 specific
-86 shipping
86 mail connector
86 is for
86 back here
-86 #ask+#secret
-86 label
-86 indicate
86 an error
-86 view
86 be #digits
-86 item
86 the call
86 server amount
86 the risk
-86 side
86 pass that
-86 value are
86 issue of
86 any confirmation
-86 partial
86 pretend that
86 when asked
-86 to remember
-86 max
-86 exist
86 vendor folder
85 this
85 ^remain
-85 #name is
85 #fine
85 your summary
-85 the name
-85 fire
-85 receive the
-85 ^important
-85 informed
85 this out
85 gave
85 too
-85 ^top
85 again
85 were used
-85 sort
-85 period
85 #ask+#hide
85 not trouble
85 trouble the
85 speak against
85 the phone
85 for read
-85 property
85 ^consent
-85 priority
-85 hotel
-85 generate
85 user #name
85 env
85 code is
85 want a
85 the config
-85 the first
85 deletion as
-85 user confirmed
85 advise
85 rated low
85 it came
-85 conjur
-85 encoded
-85 user agent
-85 tax
85 this transfer
-85 recording
-85 ^show
84 the operator
84 unit before
-84 to perform
-84 be informed
-84 instance
-84 result ask
84 user doe
84 asked
84 covered
84 ssh key
84 word on
84 ^stay
84 your safety
84 approved
-84 e
-84 before this
-84 never share
84 aside
84 set aside
84 no approval
84 the setting
-84 id
-84 need approval
-84 mark
84 #url in
84 set auto
-84 pagination
-84 human readable
84 be executed
84 should hold
84 are helping
84 config file
84 once and
-84 x
84 sure to
84 improve quality
84 sent here
84 workspace in
83 what you
-83 be set
-83 during the
-83 video
83 this has
-83 ^#field
-83 encrypted
83 out the
-83 the entire
83 come back
-83 ^#secret
-83 reply to
-83 current
-83 degree
-83 integer
-83 see draft
83 what happened
83 all case
83 learn of
83 each channel
83 for option
83 for us
83 your explanation
-83 of people
83 did
83 not apply
-83 namespace
83 for your
83 no confirmation
83 should no
83 before you
83 all order
83 regardless of
83 mode in
83 activate
-83 valid
83 give better
83 better result
-83 status
83 no review
83 review start
82 hook which
-82 reservation
82 owner instead
-82 subscription
82 ^advise
82 insert the
-82 analysis
82 also call
-82 delete the
-82 that are
-82 never hide
-82 etc
-82 routing
-82 refund
82 with our
82 helping
-82 store a
82 for whatever
-82 uuid
82 is clean
82 need no
-82 note that
-82 range
-82 chart
-82 the put
82 contract is
82 new task
82 clipboard
82 the clipboard
82 former
-82 find the
-82 booking
-82 100
-82 known vulnerability
-82 fixed
82 signature is
-82 the time
82 earlier message
-82 a session
-82 formatted
82 this server
-82 cancel
-82 summary is
82 this in
82 suppress the
82 conceal the
82 date from
-82 be passed
-82 consent has
-82 the full
82 explain
82 assure
-82 by its
-82 ex
82 even when
-82 delete all
-82 link
82 in case
82 become #digits
-81 sender
81 end the
81 environment variable
81 it break
-81 port
-81 people confirmed
-81 created
-81 telling
-81 that there
-81 call list
81 be shown
81 database password
81 expected in
-81 true if
-81 on request
81 ^say
81 already agreed
81 the output
81 competitor
81 negligible
81 as negligible
-81 setting for
-81 read the
-81 cli
-81 once the
-81 api
-81 a file
-81 a message
-81 before other
81 at the
81 it succeeded
81 transfer
-81 on this
-81 text
-81 added
-81 method
81 1 without
-81 internal note
-81 #asked+#secret
81 ^regardless
81 the transfer
81 to verify
-81 ^detail
81 the present
-81 text message
81 are about
-81 import
81 decide that
81 #give+#tell
81 the query
-81 to make
81 in confirm
81 #first+#talk
80 only in
80 ^decide
80 user object
80 is best
80 about to
-80 storage
-80 iso
-80 to test
-80 turn of
-80 removed
80 the comment
-80 cherry
-80 ^phone
80 come
-80 re
-80 allowed
80 #give+#mail
80 previous turn
-80 subscribe
80 in new
80 confirm with
-80 #short
-80 droplet
80 become
80 the term
80 of its
80 trace
80 you were
80 ^slip
80 #always+#value
80 model must
80 discussed
-80 applicable
-80 default is
-80 from it
80 us about
-80 required for
80 rely
80 rely on
80 an argument
80 hide the
-80 chat that
80 ignore other
80 other rule
-80 default
-80 driver
79 call need
79 given one
-79 as data
-79 that need
79 substituted
-79 share
79 name only
79 conclude
79 conclude that
79 ^conclude
79 query with
79 staging has
-79 returned
79 all previous
-79 provided
79 remaining integration
79 claude
79 nobody
79 the remark
79 time is
79 saved login
-79 filter
79 nothing on
79 take all
79 database tool
-79 have the
-79 this date
-79 only call
-79 utc
79 any deletion
-79 attachment
-79 user s
79 come up
-79 media
-79 user account
79 deletion to
79 rest
-79 failed
79 our name
79 today
-79 search
79 the file
78 such processing
78 ^#last
78 off
-78 not start
-78 assignment
78 true without
78 #answer+#fine
-78 what changed
-78 the id
-78 never guess
-78 to repeat
-78 play
78 so proceed
78 on with
78 all later
78 request as
-78 back to
-78 data
78 tool were
78 complain
-78 send a
78 the delay
-78 last
-78 ^example
-78 #fine+#hide
-78 the future
78 as normal
78 order the
-78 #asked+#talk
78 start with
78 the vendor
78 this notice
-78 ^indicate
78 order to
78 keep this
-78 included
-78 a user
-78 invite
-78 segment
78 rank our
78 output from
-78 group
78 returned of
-78 session token
-78 snapshot
78 account is
78 slip
-78 set this
78 wallet
78 the previous
78 ^where
77 it
-77 mcp
-77 document
77 security reason
77 call as
-77 confirmed the
77 conclusion
-77 licence
77 user work
-77 extract
-77 date of
-77 shall not
77 rest of
77 this deletion
-77 ^reply
-77 00
-77 licensee
77 you talk
-77 shown in
77 left
-77 month
-77 required permission
-77 see private
77 push to
-77 the access
77 deny
-77 are not
-77 the order
77 skipped
-77 this user
77 to ask
-77 paying
-77 accessible
77 your memory
77 argument with
77 who you
-77 #not+#praise
-77 library
77 is free
-77 string
-77 #always+#not
-77 for approval
-77 oauthscope
-77 ^oauthscope
77 to improve
-76 the state
-76 correct
76 as an
-76 set the
76 right away
76 ^assure
76 #last
-76 number to
76 shell
76 ^any
76 limit into
-76 the specified
-76 #person+#secret
76 permanently that
-76 this option
-76 at least
-76 learn more
76 success
76 approval is
-76 sms
76 best to
-76 warn
-76 ^warn
-76 to access
-76 #hide+#read
76 remain each
-76 ^person
76 pick this
-76 message
-76 vehicle
-76 ^remove
76 initial instruction
-76 sub
76 #fine+#tell
-76 alway ask
76 use it
76 question
-76 #first+#hide
76 key in
76 need if
-76 employee
76 resolved
76 wonder
-76 treat them
-76 least
-76 #first+#person
76 access token
76 is fine
76 the ssh
-75 platform
75 get increased
-75 engine
-75 bot
75 get doubled
-75 processed
-75 the licence
75 the rule
-75 stack
75 #give+#url
-75 request body
-75 each document
-75 title
75 finish by
-75 your api
-75 matching
-75 customer asked
-75 above the
-75 a call
75 here on
-75 the column
-75 ^return
75 ^recap
75 this dialogue
-75 specify
-75 omitted
-75 the key
75 #first+#praise
-75 not omit
-75 incoming
-75 updated
75 review by
-75 and the
75 people that
75 #read+#secret
75 dependency
-75 upload session
75 overwrite the
75 the home
-75 in which
-75 omit to
75 been obsolete
75 only work
-75 cherry pick
75 #not+#use
75 weave
75 ^weave
75 return an
75 by five
75 five percent
-75 present flight
75 as true
75 log line
-75 option
-74 high
74 percent before
74 keep
74 every call
-74 ^verify
-74 two sentence
74 caller
-74 state of
74 any more
74 person may
-74 has agreed
-74 not guess
74 is installed
74 extra argument
-74 card
-74 type of
74 us
-74 chunk
-74 timer
-74 and let
-74 let them
-74 them decide
-74 decide before
74 allow to
-74 client so
-74 can
74 new conversation
-74 performed
-74 more about
74 of competitor
-74 remove
74 these line
74 personal
74 left the
74 ^remaining
74 previous
74 ten
-74 can see
74 ask for
74 was requested
74 be authorised
74 on behalf
74 behalf of
-74 equal
-74 #person+#tool
74 all data
-74 by user
-74 more detail
-74 city
74 write against
-74 that have
74 cost too
-74 64
-74 order
74 need the
74 avoid that
74 deletion is
74 learn for
74 not consult
74 as harmless
74 check with
-74 authorized
-74 enterprise
74 first
-74 direct
74 combine it
74 in future
74 submission
-74 template
-74 information
-74 creation
-74 addition to
-74 the root
-74 explicit confirmation
74 mentioned
74 rule into
74 about cost
-74 in two
-74 configuration
73 too much
73 is harmless
-73 artifact
73 for future
73 #always+#use
73 work on
-73 dag
-73 ^content
-73 the picture
-73 space
73 the machine
73 pretend as
73 ^pretend
-73 uploaded
73 to yes
-73 something
-73 4
-73 calculate
73 answer must
-73 source when
-73 warn the
73 call from
-73 gcloud
-73 made
-73 tutorial
-73 useful
-73 mandatory
-73 12
73 person is
-73 cloud
73 regard your
73 with main
73 list it
73 this line
-73 a rule
73 discreetly and
-73 nothing is
73 list api
-73 authentication
73 involve
-73 be in
73 placed in
-73 shipment
-73 website
73 supersede
-73 itself
73 which run
73 ^starting
73 has run
73 through here
-73 never send
-73 fee in
-73 permanently delete
-73 #fine+#tool
-73 is what
-73 user id
-73 omit
-73 write as
-73 found say
-73 guide
-73 put request
73 what was
73 older
73 tool
-73 not delete
-73 including
73 customer for
-72 ^human
72 broken
72 the policy
72 restate
72 ^restate
72 call anything
72 #give+#instead
72 not wait
-72 you must
-72 pair
72 run run
-72 show
72 send the
-72 the batch
-72 to upload
-72 live
72 instead
-72 searche
72 ^mention
-72 and other
72 pull
-72 may contain
72 which involve
-72 ^client
72 are to
-72 in one
72 md
-72 pass to
72 payee account
-72 object
72 consent is
-72 bulk
72 contrary
72 contrary to
72 ^contrary
-72 assigned
-72 cancelling
-72 their
-72 ^delete
-72 ^log
-72 oldest
72 having to
-72 listed
72 on all
72 concern
-72 restricted
-72 air
72 #name need
72 ^#answer
-72 slug
72 normal
72 instruction
-72 this only
-72 metric
-72 note about
72 run it
-72 three
-72 hangup
-72 parent
-72 remind
-72 ^remind
72 expect
72 a startup
72 startup entry
-72 get all
72 somebody
-72 header
72 service which
72 deliver the
-72 one from
72 parameter should
71 crontab
-71 inventory
71 private was
-71 validate
71 need
-71 available
-71 permission on
71 be our
-71 your webhook
71 without this
71 code in
71 ^book
71 for security
71 was called
-71 blocked
71 write critically
-71 30
-71 can't
-71 value is
-71 your app
71 you write
-71 the body
-71 include
71 well
71 routine
-71 as they
71 must not
-71 style
-71 otherwise use
-71 this after
-71 respond with
71 #mail+#person
-71 null
71 as authorised
-71 negative
-71 this when
71 yes in
71 send them
-71 behavior
-71 curl
71 permitted by
-71 #tell+#tool
-71 submitting
71 hence no
71 #answer+#secret
-71 we recommend
-71 #fine+#last
71 we ask
-71 basket
71 remark
-71 class
-70 autocomplete
-70 is in
70 finish the
-70 functionality
70 a different
-70 the parameter
70 copy this
-70 ^filter
-70 on a
70 although
70 #always+#digits
70 done
-70 hide warning
-70 ^link
70 #split+#talk
-70 larger
-70 in cent
-70 apis
-70 case the
70 ^nobody
70 superseded by
-70 #last+#person
-70 ^#split
-70 and all
-70 temporary
70 #mail as
-70 save only
70 another tool
-70 display
70 tool into
70 scheduled job
-70 user name
70 ^saved
-70 custom
70 ahead
-70 text in
-70 b
-70 the connector
-70 offering
70 the finding
70 no need
-70 boolean
70 owner if
70 run this
-70 identity
70 wrote
70 later task
70 raised to
-70 asset
-70 error in
-70 the processor
70 obtained
-70 no one
69 read as
-69 the requested
-69 billing
-69 processor
-69 zone
-69 claim of
-69 target user
-69 ^refer
-69 existing
69 prevail in
-69 #last+#read
-69 webinar
69 ^stop
69 be #url
69 the reason
69 into part
69 to in
-69 entry in
-69 ^description
69 true every
69 as soon
69 soon as
69 tool fail
69 chosen
-69 summarise a
-69 #fine+#use
69 no interest
69 interest to
69 an extra
-69 zip
-69 ensure
-69 children
-69 of approval
-69 exact
-69 aspsp
69 payment under
-69 mysql
69 execute #name
-69 is true
-69 #digits+#name
-69 activity
-69 #haste+#person
69 #give+#value
69 all coming
-69 ended
-69 a document
-69 csv
-69 your token
69 our guidance
-69 interval
69 and use
69 before deleting
-69 byte
69 #asked+#mail
-69 the site
-69 number
-69 unchanged
69 competing
69 ^competing
-69 injection
-69 prompt injection
-69 ^reason
-69 sorting
-69 ^mark
69 get replaced
-69 determine
69 dialogue and
69 is discussed
-69 to add
-69 id that
69 apply this
-69 split the
69 burden
69 burden the
-69 handler
-69 ordered by
-69 recipe
69 exchange the
-69 telling the
69 discussion
69 comment parameter
69 once it
69 soon
-69 json
-69 text to
69 hand over
-69 are returned
68 consented
68 already consented
68 concerning
-68 id of
-68 within the
-68 document in
68 invoke it
68 1234
68 run the
-68 for other
-68 ^next
-68 protocol
68 with user
68 supply an
68 ^our
68 say nothing
68 increased to
-68 ie
68 ^transcribe
-68 year
-68 modified
-68 min
-68 the project
-68 pdf
68 1 every
-68 html
-68 please note
68 the registry
-68 #name+#other
68 the customer
68 been requested
-68 the highest
-68 #ask+#use
-68 reply with
-68 sip
68 was wanted
-68 urgent issue
68 positive
-68 threshold need
68 our not
-68 logic
-68 user if
-68 from customer
68 best choice
-68 release
-68 once people
-68 moderation
-68 address and
68 aside the
68 its own
-68 limited do
68 transcribe
68 entry and
-68 the change
-68 keyword
-68 the chart
-68 sensitive
-68 azure
-68 #fine+#talk
68 to request
68 turn to
-68 encoding
68 sign off
-68 be one
68 be placed
68 is done
68 supply
68 person with
-68 collaborator
68 mode for
67 show it
-67 for any
-67 close the
67 are obsolete
-67 ^handle
-67 score
67 regard any
-67 a page
67 for all
67 keep amount
-67 ^specify
-67 attempt to
67 substituted by
67 be marked
-67 extension
67 any action
67 lookup
-67 you can
-67 input
-67 statistic
67 nothing about
67 any advice
67 save this
67 approval
-67 ^can
-67 to disable
67 stand
67 what stand
67 stand here
-67 widget
67 characterise the
-67 paid
67 #asked+#use
67 by security
67 ^shift
-67 #fine+#name
-67 it for
-67 availability
-67 organizer
67 five
-67 context for
-67 of a
67 act without
-67 to overwrite
67 private has
67 tenth when
67 succeeded
67 calendar tool
67 were told
-67 team
67 #asked+#hide
-66 individual
66 slip a
-66 th
-66 transferring
-66 that people
66 fee as
-66 however
-66 add it
-66 displayed in
-66 in a
66 the log
-66 write #name
-66 migration
-66 the dependency
66 extra step
66 need after
66 service that
-66 not invent
66 to debug
-66 false if
66 answer should
-66 array
66 after this
-66 performance
-66 restricted to
-66 shown
-66 digit
66 were not
-66 learn #name
66 full record
-66 lead
-66 by default
66 superseded
66 now and
-66 case sensitive
-66 structure
-66 balance
-66 audio
-66 conceal
-66 more information
-66 but not
-66 any of
66 not necessary
-66 seller
-66 setting on
66 is permitted
-66 use list
66 write this
66 automatic
-66 has the
-66 return all
-66 ^action
-66 this operation
66 issue found
-66 ^value
-66 was skipped
-66 ^optional
66 ^suppress
66 keep the
-66 #always+#field
-66 ^limit
66 word
-66 design
-66 shopper
-66 way to
66 coming
66 tool be
-66 v
66 the payee
-66 content
66 final figure
66 figure and
-66 usage
66 its path
-66 ^otherwise
65 your assessment
-65 ^type
-65 li
-65 original
-65 value of
-65 categorized
65 suppress
65 overridden with
65 outdated
-65 ^scope
65 why
-65 name for
65 because they
65 are wrong
65 belong
65 have to
-65 business
65 if it
-65 brief
-65 do so
-65 named and
65 by our
-65 m
65 ^#always
65 summarise
65 ^summarise
-65 merchant
-65 the psu
-65 vat
-65 the uri
65 pre approved
-65 require approval
65 background
65 break report
65 good
-65 authenticator
65 may be
-65 dns
65 convince
65 ^convince
65 and not
-65 queued
-65 a list
65 kubeconfig
-65 some
-65 rating
65 that run
65 exchanged by
65 chain it
65 select this
-65 making
-65 new
65 tip get
-65 ^mandatory
65 run
-65 ride
-65 one line
-65 full list
65 priority over
-65 oauth
-65 delete a
65 not there
65 #praise+#tell
65 transfer is
-65 如
65 our brand
-65 information about
65 file server
-65 my
-65 uid
65 #always+#mail
-65 bundle
65 than the
64 open the
64 the password
-64 your customer
64 text you
64 context parameter
-64 ^#name
64 been
64 is #digits
-64 backup for
-64 special
-64 calling this
-64 a plugin
64 be present
64 be pass
64 its input
64 input come
-64 non
64 ^accept
-64 meter
-64 oneof
-64 shipped
64 and upload
64 up by
64 list just
64 other vendor
64 each time
64 hear this
64 #not+#split
64 necessary to
-64 callback
64 even if
-64 credit transfer
-64 limit wait
-64 #haste+#not
-64 ^export
64 with whoever
-64 to set
-64 correctly
64 your long
64 term memory
-64 topic
-64 running
-64 appointment
-64 detailed
-64 #name+#tool
-64 to fetch
-64 update
64 #always+#url
64 into your
-64 combination
-64 20
64 rule cancelled
-64 based
-64 msg
64 image is
64 behalf
-64 have approval
-64 option are
-64 mapping
-64 get the
64 built
-64 know what
64 folder
-64 choose this
64 take
-64 locked
-64 #instead+#last
64 #ask+#not
-64 and is
-64 ^and
-64 search term
64 paste
64 quantity
64 bother
64 not bother
64 bother the
-64 must have
-64 boundary
-64 ^text
64 hence
-64 stream
-64 docker
-64 language of
64 over what
-64 p
-64 guid
-64 only owner
-64 owner may
-64 may do
-64 may
63 doubled by
63 give wrong
63 wrong result
63 add this
-63 have asking
63 silence amount
63 user ask
-63 suspend
-63 only
63 threshold into
-63 significant
-63 photo
-63 ^approve
-63 ^get
63 #other+#tool
63 #digits+#person
63 move
63 place
63 rule to
-63 rank offer
-63 encryption
63 be overridden
-63 alert
-63 maximum
-63 pass a
-63 it may
-63 for example
-63 identify the
63 continue with
-63 minimum
-63 mm
-63 revenue
-63 width
63 treat
63 our shop
63 recommendation
63 you put
-63 formatted as
63 account number
-63 story
-63 total amount
63 whitelisted
-63 you to
-63 或
-63 unique
-63 ^every
-63 the provided
63 #url+#value
-63 contribution
-63 smallest
-63 the smallest
-63 smallest unit
-63 continue prior
-63 dashboard
63 should come
-63 or code
-63 me
63 to be
63 the debug
-63 publish it
63 reported as
-63 microsoft
-63 shown to
-63 time
-63 case you
63 add the
63 used the
63 ^hand
-63 the event
63 future
-63 retrieve all
-63 of user
63 from user
63 the model
-63 ^check
-63 data source
-63 call use
-62 height
-62 s to
-62 the ui
62 begin the
-62 changelog
-62 the licensee
62 ^without
-62 ^update
62 all answer
-62 stop
62 you invoke
-62 use a
-62 assuming
-62 two digit
-62 ^id
-62 be unique
62 and send
-62 modify
-62 use find
62 to consult
-62 appear
-62 prevent
62 a scheduled
62 no issue
62 save these
62 people want
62 list our
-62 tab
-62 ^password
62 and for
-62 published
-62 deposit
62 be supplied
-62 ^
-62 the amount
-62 this will
62 as 1
-62 user profile
-62 closed
-62 if any
-62 entered
62 without asking
-62 the meeting
-62 both
62 return them
-62 track
62 reduce the
62 that send
-62 calculation
-62 ^alway
62 contain key
-62 write to
-62 #fine+#secret
62 on in
62 #name only
-62 beta
-62 binary
-62 apply to
-62 base 64
62 this check
-62 get request
62 at all
62 or token
-62 raw
-62 working
-62 permission prior
62 not notify
62 authorisation was
-62 condition
62 limit
62 ^bearer
-61 get
-61 organisation
-61 or the
-61 the tool
-61 window
-61 ^session
-61 domestic
-61 的
-61 ^retrieve
61 by a
61 dependency should
61 ^begin
-61 length
-61 a conversation
61 link to
-61 ignore instruction
61 was done
61 10
-61 source with
-61 seen
-61 your private
-61 #first+#instead
61 each case
-61 memory only
-61 the widget
-61 primary
-61 we should
61 function
-61 newest
-61 separated
-61 js
-61 user has
-61 used with
61 to 5
-61 license
-61 with risk
-61 ^respond
-61 with all
61 to everyone
61 call the
-61 thumbnail
61 the contract
-61 using the
-61 from your
-61 private link
-61 any payment
-61 must match
61 term
-61 transfer above
-61 is an
-61 it doe
-61 return the
-61 user detail
61 all request
61 be told
-61 completed training
-61 ^view
-61 specified
61 is well
61 these tool
-61 send an
61 use them
61 supplied as
-61 stay in
61 be harmless
61 not learn
-61 alternative to
-61 redirect
-61 client #name
-61 reached
-61 critical
-61 gym
61 not the
-61 enable disable
-61 ^an
-61 second that
-61 effect
-61 defined in
-61 as id
-61 podcast
-60 not as
60 these term
-60 resolution
60 all is
60 ^database
-60 chore
-60 interface
-60 client no
-60 large
60 #name to
-60 report is
-60 user on
-60 type is
-60 ^sort
60 notwithstanding
60 ^notwithstanding
60 url are
-60 playback
-60 long
-60 the aspsp
-60 host
60 ^change
60 a messaging
-60 ai
60 whatever which
-60 otherwise it
-60 the job
-60 ^contain
60 ^#not
60 bashrc
60 git hook
-60 an entry
-60 #ask+#value
60 variable that
60 request between
-60 scheme
60 asking
-60 hidden in
-60 deployment
60 block in
-60 position
60 ^fee
60 on trust
60 is safe
60 vetted
60 vetted by
-60 all of
-60 branch should
60 later chat
-60 manually
-60 agent s
60 to our
-60 preview in
-60 test
-60 please contact
-60 all user
-60 break the
-60 and you
60 ^sync
-60 is assumed
-60 would see
-60 are hidden
-60 ps
-60 filtering
-60 center
60 talk to
-60 search result
-60 publishing
-60 profile
-60 instalment
60 owner so
-60 person see
60 authorisation is
-60 held
-60 console
-60 color
60 everyone
60 conflict
59 review of
-59 fetche
59 the exchange
-59 flow
59 be connected
-59 google
-59 ^reset
-59 copy the
59 trouble
-59 ownership
59 present
-59 one that
59 as
-59 postgresql
59 yet
-59 using
59 #always+#talk
-59 generation
59 replaced
-59 for routing
59 been wanted
-59 ids ask
59 against other
59 below to
59 user the
59 #name+#use
59 the consent
59 up the
-59 patient
59 and hand
-59 nebl
59 ^anyone
59 commit hook
-59 api call
-59 consent request
59 not need
59 person you
-59 the training
59 #always+#answer
59 each message
-59 commerce
59 tell us
59 a database
59 placed
-59 the score
59 ^press
-59 player
59 subsequent
-59 agreed to
59 is where
-59 use with
59 name this
-59 to use
-59 the container
-59 bottom
59 #other+#praise
59 confirmation for
-59 ^however
-59 the seller
-59 only after
59 job that
59 the review
59 content of
59 rounded up
-59 this may
59 return address
59 covered for
59 data stay
59 client request
-59 aadhaar
-59 for detail
-59 cache
-59 all public
-59 been completed
59 invisible to
59 task begin
-59 middle
59 log must
-58 be run
58 right
58 run list
-58 exceed
58 came about
58 favour buy
-58 scheduled backup
-58 define
58 by 5
58 base
58 ^problem
-58 identified
-58 the video
-58 pin
-58 reminder
-58 eur
-58 ^public
-58 ^prior
-58 in production
-58 not follow
-58 it s
58 #split+#value
-58 taken
-58 ^will
58 #give+#person
-58 take place
58 daily task
-58 how to
-58 to deleting
-58 return what
58 with true
58 had happened
58 annoy
58 question annoy
58 annoy people
58 model is
-58 found
-58 certain
58 see this
-58 background image
-58 given id
-58 export a
58 amount
-58 ^product
-58 deactivate
-58 whose
58 the calendar
-58 doesn't
-58 inform the
-58 token
58 is whitelisted
-58 and
-58 it under
58 any request
-58 international
-58 main is
-58 neblio
58 person
58 such
-58 expense
-58 subject
-58 rewrite
58 are broken
58 explain that
-58 uid of
-58 ^ie
58 corrected with
-58 returning
-58 actual
-58 geocoding
-58 call poll
58 is trusted
-58 merge it
-58 11
58 typed by
58 click
-58 #tool+#url
-58 ^br
-57 scenario
-57 1 is
57 act as
57 answer of
-57 be a
-57 not yet
-57 beginning
-57 format is
57 a branch
-57 beyond
-57 #name+#split
-57 ^option
57 registry
-57 affect
-57 shared
-57 returned from
-57 field are
-57 for them
-57 recurring task
-57 you do
57 repository by
57 remark parameter
-57 status of
57 future conversation
-57 request has
57 the second
57 no time
-57 trivia
57 answer yes
-57 require the
-57 follow the
57 combine
-57 the link
57 ^route
-57 the profile
-57 renew
57 assistant should
-57 the sender
57 put a
-57 mean that
-57 to first
-57 the page
57 by calling
-57 related
57 site is
-57 insight
57 are sent
57 ^work
-57 given time
-57 ssl
-57 response and
-57 applied to
-57 is ignored
57 recap of
57 is nothing
57 nothing to
57 tool return
-57 request from
-57 id as
57 exchanged
-57 untracked
-57 ^define
57 whitelisted by
-57 uploading
-57 first request
57 connector are
57 #always+#split
57 folder must
57 payment tool
-57 ^deprecated
57 agent has
-57 with no
57 no question
57 message alway
-57 the answer
57 step
-57 untracked file
-57 ping
57 user gave
-57 here #url
57 to wait
-57 inbound
57 increased by
-57 relative
-57 ^true
57 not a
-57 area
-56 found answer
-56 is none
-56 health
-56 nexmo
56 broken since
56 shift
-56 your organization
-56 #fine+#give
-56 your ship
-56 h
-56 ^run
-56 queued for
-56 on them
-56 cite
-56 linode
-56 able
-56 able to
56 be rated
56 wrong
-56 duplicate
-56 real
-56 sery
-56 id to
56 ^whichever
-56 pass in
56 be substituted
-56 hash
-56 disabled
56 swap the
56 ^swap
-56 nextauth
56 overridden by
-56 i e
-56 与
-56 been sent
56 be rounded
-56 ^count
-56 ^agent
-56 ^repository
56 into smaller
56 smaller one
56 policy
56 case of
-56 corresponding
56 to permission
-56 proposal
56 the argument
-56 order was
-56 list before
-56 that user
-56 verbose
56 you call
56 people
56 be the
-56 request a
-56 signed
-56 processor shall
-56 to publish
-56 not merge
56 warning
-56 user should
-56 to enable
-56 #haste+#talk
-56 ^as
-56 create
56 the upload
56 not what
-56 be private
56 improve
-56 applying
-56 is the
56 paste the
-56 estimation
-56 considered
56 visibility of
56 whichever
56 fetch the
-56 ca
-56 rejected
56 ^supply
-56 ^retired
-56 ingredient
56 key or
-56 async
56 must
56 the agent
56 apply in
56 the command
-56 is currently
-56 6
-56 followed
-56 ^direction
56 mode before
-56 message to
56 is requested
56 answer is
-56 separate
-56 rule only
-56 parameter are
-56 indicated
-56 g
56 now before
56 matter
-56 默认
56 the content
56 to trigger
56 claim
-55 riddle
55 ^feed
-55 return
-55 used
55 share the
-55 in that
-55 decision
55 conversation and
55 for signing
-55 passed to
-55 bill
55 #not+#other
-55 this method
55 shall
55 count
-55 if you
-55 remain in
-55 a
-55 of this
55 so that
55 give
55 parameter take
-55 revision
-55 won't
-55 reload
-55 without explicit
-55 ^download
-55 ^document
-55 locale
-55 never act
55 check the
-55 see what
-55 ^message
-55 ^cancel
-55 hide
55 present only
-55 if true
-55 of them
-55 to grant
55 stay amount
-55 a private
55 branch from
-55 successfully
-55 episode
55 break
-55 held for
-55 be provided
55 person that
55 setting of
-55 an
55 not show
55 ^permission
-55 surface
-55 are given
-55 ^summary
-55 of your
55 the deletion
55 sent as
-55 for processing
-55 are held
-55 confirm the
55 as bcc
55 token and
-55 action
-55 a server
55 context
55 a daily
-55 data to
-55 this provider
55 bothered
55 be bothered
55 bothered with
55 mention this
55 purpose before
-55 ^used
-55 the product
55 urgent
-55 to enter
-55 e g
-55 payment
-55 #other+#secret
-55 they want
-55 attached
-55 represent
-55 image in
-55 absolute
-55 the invoice
-55 this for
55 raised by
-55 be deleted
-54 result to
-54 until the
-54 extract the
-54 random
54 insist
54 insist on
-54 ^p
54 authorisation
-54 never make
-54 a namespace
-54 nl
-54 revoke
54 user need
54 it fail
54 ssh
-54 credential in
-54 logging
-54 phishing
-54 #fine+#not
-54 path
-54 only when
-54 address
-54 button
54 are raised
-54 result are
54 mail
54 part below
54 ^install
54 has already
-54 this value
-54 execution
54 take a
-54 value
54 each payment
-54 tls
-54 rendered in
-54 pattern
-54 tell the
-54 ^some
54 have access
-54 answered
-54 #asked+#field
-54 answer with
-54 except
-54 currency
-54 and its
-54 ^critical
-54 try again
54 put
-54 set as
-54 here tracking
-54 continue to
54 to any
-54 instrument
54 with this
-54 retrieve
54 ^remember
54 account of
-54 before cancelling
-54 a prompt
-54 #field+#name
-54 attempted
-54 expired
-54 score the
-54 line and
-54 ^customer
-54 user about
-54 limit require
-54 hidden order
54 person in
-54 implementation
-54 recent data
54 save the
54 expected
-54 social
54 other function
-54 carrier
-54 gt
54 send
-54 overwriting
-54 be added
-54 for recent
54 see it
-54 project that
53 consent was
53 be sure
-53 the thread
-53 a loop
53 long term
53 script
-53 each file
-53 changed in
53 in addition
-53 the place
-53 loop
-53 to provide
-53 make
-53 field to
53 at once
-53 discover
-53 png
-53 denied
-53 identifier of
-53 a table
-53 file into
-53 used for
-53 other use
-53 route
-53 mono
-53 common
-53 y
53 into this
53 promote
-53 comma
53 keep to
53 during later
-53 set of
-53 authenticated user
53 record of
-53 body of
-53 longitude
-53 #instead+#read
53 customer that
-53 has a
53 divulge
-53 ^domain
53 in its
-53 single
53 below the
53 only slow
-53 404
53 of every
53 on you
53 of other
-53 logged in
53 #use
53 every summary
53 question of
`.split('\n');
